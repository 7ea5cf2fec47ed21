"""A second, naive Cadena, written from the rulebook with lists and dictionaries only."""

from collections.abc import Mapping
from itertools import combinations_with_replacement, permutations
from typing import Any


def fits(last: int, direction: str, value: int) -> bool:
    return value >= last if direction == "up" else value <= last


def lay(dice: list[int]) -> set[tuple[int, str]]:
    """The ends of one row of dice laid in this very order: a set of (last, direction)."""
    now = {(dice[0], "up"), (dice[0], "down")}
    for value in dice[1:]:
        ways = {direction for last, direction in now if fits(last, direction, value)}
        if ways and value in (1, 6):
            ways = {"up", "down"}
        now = {(value, direction) for direction in ways}
    return now


def ends_by_order(coloured: int, black: tuple[int, ...]) -> set[tuple[int, str]]:
    """The ends of all orders of the black dice after the coloured one."""
    dice = [coloured, *black]
    if any(dice.count(value) > 3 for value in dice):
        return set()
    found = set()
    for order in set(permutations(black)):
        found |= lay([coloured, *order])
    return found


def ends_by_search(coloured: int, black: list[int]) -> set[tuple[int, str]]:
    """The same by a search forward from the coloured die, for rolls with too many orders."""
    dice = [coloured, *black]
    if any(dice.count(value) > 3 for value in dice):
        return set()
    found, seen = set(), set()
    waiting = [(coloured, direction, tuple(sorted(black))) for direction in ("up", "down")]
    while waiting:
        last, direction, rest = waiting.pop()
        if (last, direction, rest) in seen:
            continue
        seen.add((last, direction, rest))
        if not rest:
            found.add((last, direction))
        for value in set(rest):
            if fits(last, direction, value):
                left = list(rest)
                left.remove(value)
                ways = ("up", "down") if value in (1, 6) else (direction,)
                waiting += [(value, way, tuple(left)) for way in ways]
    return found


class Reference:
    """One game, changed in place by the same texts as the real one."""

    def __init__(
        self,
        *,
        players: int,
        pin: str,
        length: int,
        arrows: Mapping[int, int],
        loss: str = "all",
        carry: str = "once",
    ) -> None:
        self.players, self.pin, self.length = players, pin, length
        self.loss, self.carry = loss, carry
        self.arrows = dict(arrows)
        self.where = {(seat, disc): 0 for seat in range(players) for disc in (1, 2)}
        self.piles: dict[int, list[tuple[int, int]]] = {}
        self.pinned: set[tuple[int, int]] = set()
        self.hand = [1] * players
        self.bank = 6 * players
        self.turns = 0
        self.winner: int | None = None
        self.phase = "keep"
        self.coloured = 0  # not rolled yet
        self.black: list[int] = []
        self.added: list[int] = []
        self.ends: set[tuple[int, str]] = set()

    @property
    def seat(self) -> int:
        return self.turns % self.players

    def stuck(self, disc: tuple[int, int]) -> bool:
        square = self.where[disc]
        if square == 0:
            return False
        if square == self.length or disc in self.pinned:
            return True
        return self.piles[square][-1] != disc

    def moves(self) -> list[str]:
        if self.phase == "keep":
            return [f"keep {n}" for n in range(self.hand[self.seat] + 1)]
        if self.phase == "roll":
            black = combinations_with_replacement("123456", self.hand[self.seat])
            return [" ".join(["roll", first, *rest]) for rest in black for first in "123456"]
        if self.phase == "extend":
            return [f"roll {value}" for value in range(1, 7)]
        if self.phase == "over":
            return []
        stands = [f"stand {disc}" for disc in (1, 2) if not self.stuck((self.seat, disc))]
        return stands + [f"extend {last} {way}" for last, way in self.ends if self.bank]

    def play(self, text: str) -> None:
        verb, *words = text.split()
        if verb == "keep":
            self.bank += self.hand[self.seat] - int(words[0])
            self.hand[self.seat] = int(words[0])
            self.phase = "roll"
        elif verb == "extend":
            self.end = int(words[0]), words[1]
            self.bank -= 1
            self.phase = "extend"
        elif verb == "stand":
            self.stand((self.seat, int(words[0])))
        elif self.phase == "roll":
            self.coloured, *self.black = map(int, words)
            self.judge(ends_by_search(self.coloured, self.black))
        else:
            self.extend(int(words[0]))

    def extend(self, value: int) -> None:
        fitting = fits(*self.end, value) and self.chain().count(value) < 3
        self.added.append(value)
        ways = ("up", "down") if value in (1, 6) else (self.end[1],)
        self.judge({(value, way) for way in ways} if fitting else set())

    def judge(self, ends: set[tuple[int, str]]) -> None:
        self.ends = ends
        self.phase = "decide"
        if not ends:
            rolled = len(self.chain())
            lost = -(-(rolled - (self.loss == "black")) // 2)
            self.pass_on(max(rolled - 1 - lost, 0))

    def chain(self) -> list[int]:
        return [self.coloured, *self.black, *self.added] if self.coloured else []

    def stand(self, disc: tuple[int, int]) -> None:
        old, new = self.where[disc], self.where[disc]
        step = 1
        for _ in self.chain():
            if new == self.length:
                step = -1
            new += step
        new = self.arrows.get(new, new)
        carried = 1
        while self.carry == "chained" and new in self.arrows and carried < len(self.arrows):
            new = self.arrows[new]
            carried += 1
        if old:
            self.piles[old].remove(disc)
        if new != self.length:
            pile = self.piles.setdefault(new, [])
            if self.pin == "for-good":
                self.pinned |= set(pile)
            pile.append(disc)
        self.where[disc] = new
        self.pass_on(len(self.chain()) - 1)

    def pass_on(self, hand: int) -> None:
        self.hand[self.seat] = hand
        self.coloured, self.black, self.added, self.ends = 0, [], [], set()
        self.turns += 1
        self.bank = 7 * self.players - sum(self.hand)
        self.phase = "keep"
        if self.stuck((self.seat, 1)) and self.stuck((self.seat, 2)):
            self.winner, self.phase = self.seat, "over"
        elif self.turns == 1000:
            self.phase = "over"

    def reveal(self) -> dict[str, Any]:
        seats = range(self.players)
        hand = list(self.hand)
        if self.phase in ("decide", "extend"):
            hand[self.seat] = len(self.chain()) - (self.phase == "decide")
        to_move = {"roll": -1, "extend": -1, "over": None}.get(self.phase, self.seat)
        return {
            "discs": [[self.where[seat, disc] for disc in (1, 2)] for seat in seats],
            "stuck": [[self.stuck((seat, disc)) for disc in (1, 2)] for seat in seats],
            "hand": hand,
            "bank": self.bank,
            "chain": self.chain(),
            "phase": self.phase,
            "to_move": to_move,
        }

    def stacks(self) -> dict[str, list[list[int]]]:
        return {
            str(square): [list(disc) for disc in pile]
            for square, pile in self.piles.items()
            if pile
        }
