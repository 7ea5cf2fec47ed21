"""Rainbow Duel: random games against the rules written once more, as plainly as can be."""

import random
from dataclasses import dataclass, field
from typing import Any

import pytest

from ludoteca import Game, Position, load
from tests.rulebooks.rainbow.rainbow_table import small_game

ORDER = "ROYGBIVWK"


@dataclass(eq=False)
class Card:
    """A card of wood and paint: two sides, and who has laid eyes on them."""

    sides: list[str]
    seen: dict[int | None, set[int]] = field(
        default_factory=lambda: {0: set(), 1: set(), None: set()}
    )
    up: int = 0


class Table:
    """Two people at a table, who look at everything in front of them after each thing they do."""

    def __init__(self, stack: list[list[str]]) -> None:
        self.stack = [Card(sides) for sides in stack]
        self.hands: list[list[Card]] = [[], []]
        self.row: list[Card] = []
        self.piles: list[list[Card]] = [[], []]
        self.turn = 0
        self.done: list[str] = []
        self.over = False
        for seat in (0, 1):
            self.refill(seat)
        self.look()

    def refill(self, seat: int) -> bool:
        while len(self.hands[seat]) < 3:
            if not self.stack:
                return False
            self.hands[seat].append(self.stack.pop(0 if seat == 0 else -1))
        return True

    def look(self) -> None:
        for seat in (0, 1):
            for card in self.hands[0] + self.hands[1]:
                card.seen[seat].add(seat)
            if self.stack:
                self.stack[0 if seat == 0 else -1].seen[seat].add(seat)
        for card in self.row:
            for who in (0, 1, None):
                card.seen[who].add(card.up)

    def moves(self) -> set[str]:
        if self.over:
            return set()
        placements = {
            f"{i + 1}{way}" for i in range(len(self.hands[self.turn])) for way in ("", "?")
        }
        flips = {f"F{i + 1}" for i in range(len(self.row))}
        placed = "place" in self.done
        if not self.done:
            return placements | flips
        if self.done[-1] == "flip":
            return placements | ({"end"} if placed else set())
        return flips | {"end"}

    def next_turn(self, seat: int) -> None:
        self.over = not self.refill(self.turn)
        self.turn, self.done = seat, []

    def pay(self, winner: int) -> None:
        self.piles[winner] += self.row
        self.row = []

    def play(self, move: str) -> None:
        mover, other = self.turn, 1 - self.turn
        if move == "end":
            self.next_turn(other)
            self.look()
            return
        if move[0] == "F":
            card = self.row[int(move[1]) - 1]
            card.up = 1 - card.up
            self.done.append("flip")
        else:
            card = self.hands[mover].pop(int(move[0]) - 1)
            card.up = other if move.endswith("?") else mover
            self.row.append(card)
            self.done.append("place")
        self.look()
        shown = [card.sides[card.up] for card in self.row if card.sides[card.up] != "W"]
        if "K" in shown or len(set(shown)) < len(shown):
            self.pay(other)
            self.next_turn(mover)
        elif len(self.row) == 6:
            self.pay(mover)
            self.next_turn(other)
        elif self.done.count("place") == 3:
            self.next_turn(other)
        self.look()

    def reveal(self) -> dict[str, Any]:
        return {
            "stack": [card.sides for card in self.stack],
            "hands": [[card.sides for card in hand] for hand in self.hands],
            "row": [[card.sides[card.up], card.sides[1 - card.up]] for card in self.row],
            "won": [len(pile) for pile in self.piles],
            "to_move": None if self.over else self.turn,
        }

    def memory(self, who: int | None) -> dict[str, Any]:
        def known(card: Card, side: int) -> str | None:
            return card.sides[side] if side in card.seen[who] else None

        def rank(face: str | None) -> int:
            return 9 if face is None else ORDER.index(face)

        def remembered(card: Card) -> dict[str, Any]:
            """The face that was up first; in the order of the spectrum if both were."""
            turned = len(card.seen[None]) == 2
            faces = [known(card, side) for side in sorted((0, 1), key=lambda s: s != card.up)]
            return {"faces": sorted(faces, key=rank) if turned else faces, "turned": turned}

        piles = []
        for pile in self.piles:
            cards = [remembered(card) for card in pile]
            piles.append(sorted(cards, key=lambda c: (*map(rank, c["faces"]), c["turned"])))
        row = [
            {"lower": known(card, 1 - card.up), "turned": len(card.seen[None]) == 2}
            for card in self.row
        ]
        return {"row": row, "won": piles}


def whole_stack(position: Position) -> list[list[str]]:
    """The stack as it was before anybody drew."""
    revealed = position.reveal()
    stack: list[list[str]] = revealed["hands"][0] + revealed["stack"] + revealed["hands"][1][::-1]
    return stack


def agree(position: Position, table: Table) -> None:
    assert position.reveal() == table.reveal()
    assert set(position.moves()) == table.moves()
    for seat in (0, 1, None):
        view = position.view(seat, memory=True)
        assert view["memory"] == table.memory(seat)
        assert view["row"] == [card.sides[card.up] for card in table.row]
        end = table.stack[0 if seat == 0 else -1] if table.stack and seat is not None else None
        assert view["end"] == (None if end is None or seat is None else end.sides[seat])


GAMES = [load("rainbow"), load("rainbow", variant="first-edition"), small_game()]


@pytest.mark.parametrize("game", GAMES, ids=["standard", "first-edition", "small"])
@pytest.mark.parametrize("seed", range(8))
def test_random_games_agree_with_the_plain_rules(game: Game, seed: int) -> None:
    choose = random.Random(seed).choice
    position = game.start(seed)
    table = Table(whole_stack(position))
    agree(position, table)
    while position.to_move is not None:
        move = choose(position.moves())
        position = position.play(move)
        table.play(move)
        agree(position, table)
    won = [len(pile) for pile in table.piles]
    assert position.outcome is not None
    assert position.outcome.scores == tuple(won)
    best = [seat for seat in (0, 1) if won[seat] == max(won)]
    assert position.outcome.returns == tuple((seat in best) / len(best) for seat in (0, 1))
