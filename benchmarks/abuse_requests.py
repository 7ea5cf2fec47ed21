"""The doors that are plain requests: reading, computing, and what fills the disk."""

import asyncio
import itertools
import re
import secrets
import string

from abuser import Abuser, door, finished_record, long_record
from served import TEXT, Answer, Client, new_token

ME, BOT_8 = {"kind": "me"}, {"kind": "bot", "level": 8}
BOMB = b"a" + b".a" * 32_000 + b" = 1\n"
DIGITS = "1" * 5_000
LONG = 5_000
TAKEBACKS, TAKEN_BACK_MATCHES = 245, 3
LISTED = 100
OWN = (("phoenix", "deck"), ("cadena", "board"), ("colorito", "board"), ("sendas", "setup"))
REVIEWS, REVIEWED_PLIES = 50, 60
GAMES = ("phoenix", "rainbow", "cadena", "colorito", "sendas")


@door("toml-bomb", clients=1)
async def toml_bomb(abuser: Abuser) -> None:
    """Post 64 kB of dotted keys as a table of one's own."""
    await abuser.ready()
    await abuser.hammer(lambda client, _: client.send("/api/games/cadena/tables/board", BOMB, TEXT))


@door("digits")
async def digits(abuser: Abuser) -> None:
    """Send whole numbers of 5,000 digits wherever a number is read."""
    await abuser.ready()
    toml = f"size = {DIGITS}\n".encode()
    match = f'{{"game":"sendas","seats":[{{"kind":"me","level":{DIGITS}}}]}}'.encode()

    async def ask(client: Client, number: int) -> Answer:
        if number % 3 == 0:
            return await client.send("/api/games/cadena/tables/board", toml, TEXT)
        if number % 3 == 1:
            return await client.send("/api/matches", match, "application/json")
        return await client.get(f"/api/matches/{abuser.target}/state?seat={DIGITS}")

    await abuser.hammer(ask)


async def _long_match(abuser: Abuser) -> tuple[str, int]:
    """Import a long match of Cadena; return its id and its number of plies."""
    text = await asyncio.to_thread(long_record, "cadena", LONG)
    match = await abuser.imported(text)
    state = await abuser.state(match) if match else {}
    return match, int(state.get("ply", 1))


@door("positions")
async def positions(abuser: Abuser) -> None:
    """Ask for past positions near the end of a long imported match."""
    match, plies = await _long_match(abuser)
    await abuser.ready()

    async def ask(client: Client, number: int) -> Answer:
        ply = max(0, plies - 1 - number % 500)
        return await client.get(f"/api/matches/{match}/positions/{ply}?scenes=1")

    await abuser.hammer(ask)


@door("evaluation")
async def evaluation(abuser: Abuser) -> None:
    """Ask for evaluations of past plies of a long imported match."""
    match, plies = await _long_match(abuser)
    await abuser.ready()

    async def ask(client: Client, number: int) -> Answer:
        ply = max(0, plies - 1 - number % 500)
        return await client.get(f"/api/matches/{match}/evaluation?ply={ply}")

    await abuser.hammer(ask)


@door("reviews", clients=REVIEWS)
async def reviews(abuser: Abuser) -> None:
    """Ask for fifty reviews at once, each as another client, and read them as they are made."""
    readers: list[tuple[Client, str]] = []
    for number in range(REVIEWS):
        text = await asyncio.to_thread(finished_record, GAMES[number % 5], REVIEWED_PLIES)
        client = Client(abuser.port, new_token(abuser.port), f"127.2.0.{number + 1}")
        answer = await client.send("/api/records", text.encode(), TEXT)
        readers.append((client, str(answer.message["id"])))
    seen = [0] * REVIEWS
    await abuser.ready()

    async def ask(_: Client, number: int) -> Answer:
        reader = number % REVIEWS
        client, match = readers[reader]
        answer = await client.get(f"/api/matches/{match}/review?level=6&since={seen[reader]}")
        if answer.status == 200:
            seen[reader] += len(answer.message["rows"])
            if answer.message["status"] == "done":
                await asyncio.sleep(abuser.seconds)
        return answer

    await abuser.hammer(ask)


@door("imports")
async def imports(abuser: Abuser) -> None:
    """Import a long record again and again."""
    text = (await asyncio.to_thread(long_record, "sendas", 200)).encode()
    await abuser.ready()
    await abuser.hammer(lambda client, _: client.send("/api/records", text, TEXT))


@door("contributions")
async def contributions(abuser: Abuser) -> None:
    """Import records with 480 kB of contributions to the chance, and ask for their proof."""
    record = await asyncio.to_thread(long_record, "sendas", 2)
    large = f"contributions {'00' * 480_000}"
    text = re.sub(r"^contributions.*$", large, record, count=1, flags=re.MULTILINE).encode()
    await abuser.ready()

    async def ask(client: Client, number: int) -> Answer:
        answer = await client.send("/api/records", text, TEXT)
        if answer.status == 201:
            return await client.get(f"/api/matches/{answer.message['id']}/proof")
        return answer

    await abuser.hammer(ask)


async def _take_back(abuser: Abuser, text: str) -> str:
    """Import a match, then play and take back many times; return its id."""
    match = await abuser.imported(text)
    state = await abuser.state(match) if match else {}
    seq, moves = state.get("seq", 0), state.get("moves", [])
    for _ in range(TAKEBACKS if moves else 0):
        await abuser.act(match, "moves", seq=seq, move=moves[0])
        answer = await abuser.act(match, "offers", what="takeback")
        if answer.status != 200:
            break
        seq = answer.message["seq"] + 1
    return match


@door("opened-takebacks", clients=3, restart=True)
async def opened_takebacks(abuser: Abuser) -> None:
    """Open matches with 245 takebacks that are not in memory."""
    text = await asyncio.to_thread(long_record, "sendas", 200)
    made = await asyncio.gather(*(_take_back(abuser, text) for _ in range(TAKEN_BACK_MATCHES)))
    await abuser.ready()
    await abuser.hammer(
        lambda client, number: client.get(f"/api/matches/{made[number % len(made)]}/state")
    )


@door("takebacks")
async def takebacks(abuser: Abuser) -> None:
    """Play and take back at the end of a long match."""
    match = await abuser.imported(await asyncio.to_thread(long_record, "sendas", 200))
    await abuser.ready()

    async def ask(client: Client, number: int) -> Answer:
        answer = await client.get(f"/api/matches/{match}/state")
        action: dict[str, object] = {"id": secrets.token_hex(8)}
        if answer.status != 200 or not answer.message["moves"]:
            return answer
        move = {"seq": answer.message["seq"], "move": answer.message["moves"][0]}
        await client.post(f"/api/matches/{match}/moves", action | move)
        offer = {"id": secrets.token_hex(8), "what": "takeback"}
        return await client.post(f"/api/matches/{match}/offers", offer)

    await abuser.hammer(ask)


@door("hints")
async def hints(abuser: Abuser) -> None:
    """Ask for hints and hang up at once."""
    match = await abuser.new_match(abuser.elsewhere(), "colorito", ME, ME)
    await abuser.ready()
    await abuser.hang_up(abuser.client().head("GET", f"/api/matches/{match}/hint"))


@door("level-8")
async def level_8(abuser: Abuser) -> None:
    """Open matches in which a bot of level 8 begins."""
    await abuser.ready()
    body = {"game": "sendas", "seats": [BOT_8, ME]}
    await abuser.hammer(lambda client, _: client.post("/api/matches", body))


@door("previews")
async def previews(abuser: Abuser) -> None:
    """Ask for previews of sixteen moves."""
    match, state = await abuser.middle_game("phoenix")
    body = {"seq": state["seq"], "moves": (state["moves"] * 16)[:16]}
    await abuser.ready()
    await abuser.hammer(lambda client, _: client.post(f"/api/matches/{match}/previews", body))


@door("why")
async def why(abuser: Abuser) -> None:
    """Ask why picks lead to no move."""
    match, state = await abuser.middle_game("colorito")
    body = {"seq": state["seq"], "path": ["a1", "b2"]}
    await abuser.ready()
    await abuser.hammer(lambda client, _: client.post(f"/api/matches/{match}/why", body))


@door("shelf")
async def shelf(abuser: Abuser) -> None:
    """Read rules, lessons, pictures and templates of all games."""
    kinds = ("rules", "lesson", "picture.svg?at=middle", "picture.svg?at=end&theme=dark")
    paths = [
        f"/api/games/{game}/{kind}{'&' if '?' in kind else '?'}lang={lang}"
        for kind, game, lang in itertools.product(kinds, GAMES, ("en", "es"))
    ]
    paths += [f"/api/games/{game}/tables/{option}.toml" for game, option in OWN]
    paths += [await _illustration(abuser, game) for game in GAMES]
    await abuser.ready()
    await abuser.hammer(lambda client, number: client.get(paths[number % len(paths)]))


async def _illustration(abuser: Abuser, game: str) -> str:
    """Return the path of a picture that the rules of a game show."""
    rules = (await abuser.elsewhere().get(f"/api/games/{game}/rules?lang=en")).body.decode()
    return next(iter(re.findall(rf"/api/games/{game}/positions/[\w.-]+", rules)), "/api/games")


@door("states")
async def states(abuser: Abuser) -> None:
    """Read the drawn state of the player's match in both languages."""
    await abuser.ready()
    paths = [
        f"/api/matches/{abuser.target}/state?scenes=1&lang=en",
        f"/api/matches/{abuser.target}/state?scenes=1&lang=es",
        f"/api/matches/{abuser.target}",
    ]
    await abuser.hammer(lambda client, number: client.get(paths[number % len(paths)]))


@door("records")
async def records(abuser: Abuser) -> None:
    """Read proofs, records and lists of moves of a long match."""
    match, _ = await _long_match(abuser)
    kinds = ("proof", "record", "moves", "state?scenes=1")
    await abuser.ready()
    await abuser.hammer(
        lambda client, number: client.get(f"/api/matches/{match}/{kinds[number % len(kinds)]}")
    )


@door("list")
async def listing(abuser: Abuser) -> None:
    """Read a list of a hundred matches."""
    for number in range(LISTED):
        await abuser.new_match(abuser.elsewhere(), GAMES[number % 5], ME, ME)
    await abuser.ready()
    await abuser.hammer(lambda client, _: client.get("/api/matches?limit=100"))


@door("new-matches")
async def new_matches(abuser: Abuser) -> None:
    """Open matches."""
    await abuser.ready()
    body = {"game": "sendas", "seats": [ME, ME]}
    await abuser.hammer(lambda client, _: client.post("/api/matches", body))


@door("invites")
async def invites(abuser: Abuser) -> None:
    """Guess invites by brute force."""
    await abuser.ready()
    letters = string.ascii_letters + string.digits

    async def ask(client: Client, number: int) -> Answer:
        guess = "".join(secrets.choice(letters) for _ in range(22))
        return await client.get(f"/api/invites/{abuser.target}.{number % 2}.{guess}")

    await abuser.hammer(ask)


@door("static")
async def static(abuser: Abuser) -> None:
    """Read the client's files."""
    page = (await abuser.client().get("/")).body.decode()
    parts = [part for part in page.split('"') if part.startswith("/") and "." in part] or ["/"]
    await abuser.ready()
    await abuser.hammer(lambda client, number: client.get(parts[number % len(parts)]))
