"""Phoenix played by a second, naive reading of the rulebook, and compared move by move."""

import random
from random import Random

import pytest

import ludoteca
from ludoteca.rulebooks.phoenix.names import CARDS
from tests.positions import outcome_of
from tests.rulebooks.phoenix.phoenix_table import deal_text

DECKS = ["standard", {"M1": 3, "P1": 10, "R": 2, "D1": 3, "D2": 3, "X": 4}, dict.fromkeys(CARDS, 1)]


class Naive:
    """A game of Phoenix in strings and lists, written from the rulebook alone."""

    def __init__(self) -> None:
        self.scores, self.hand = [0, 0], 0

    def deal(self, text: str) -> None:
        _, starter, self.spectrum, *rows = text.split()
        self.lines = rows[:2]
        self.turn_of = int(starter)
        self.hands: list[list[str]] = [[], []]
        self.hands[self.turn_of], self.hands[1 - self.turn_of] = rows[2:7], rows[7:12]
        self.deck = rows[12:]
        self.discard: list[str] = []
        self.hand += 1
        self.running = True

    def moves(self) -> list[str]:
        found = set()
        for card in self.hands[self.turn_of]:
            found.add("-" + card)
            reach = int(card[1]) if len(card) == 2 else 0
            for a in range(1, 11):
                for b in range(1, 11):
                    if card[0] == "M" and abs(a - b) == reach:
                        found.add(f"{card} {a}>{b}")
                    if card[0] == "P" and b - a == reach:
                        found.add(f"{card} {a}x{b}")
                    if card == "D1" and b - a == 1 and b <= 6:
                        found.add(f"D1 {a}x{b}")
                    if card == "D2" and abs(a - b) == 2 and max(a, b) <= 6:
                        found.add(f"D2 {a}>{b}")
                if card == "X":
                    found.add(f"X{a}")
            if card == "R":
                found.add("R")
        return sorted(found)

    def effect(self, move: str) -> None:
        me = self.turn_of
        if move == "R":
            line = self.lines[me]
            self.lines[me] = line[-1] + line[1:-1] + line[0]
        elif move[0] == "X":
            n = int(move[1:]) - 1
            mine, theirs = self.lines[me][n], self.lines[1 - me][n]
            self.lines[me] = self.lines[me][:n] + theirs + self.lines[me][n + 1 :]
            self.lines[1 - me] = self.lines[1 - me][:n] + mine + self.lines[1 - me][n + 1 :]
        else:
            card, places = move.split()
            row = list(self.spectrum if card[0] == "D" else self.lines[me])
            a, b = (int(place) - 1 for place in places.replace("x", ">").split(">"))
            if ">" in places:
                row.insert(b, row.pop(a))
            else:
                row[a], row[b] = row[b], row[a]
            if card[0] == "D":
                self.spectrum = "".join(row)
            else:
                self.lines[me] = "".join(row)

    def ordered(self, seat: int) -> bool:
        line = self.lines[seat]
        return line == "".join(colour * line.count(colour) for colour in self.spectrum)

    def pay(self, first: int | None) -> None:
        for seat in (0, 1):
            line = self.lines[seat]
            self.scores[seat] += 5 * (first == seat) + 4 * all(c in line for c in "ROYGBP")
            for colour in "ROYGBP":
                groups = "".join(c if c == colour else " " for c in line).split()
                self.scores[seat] += sum({3: 2, 4: 3, 5: 4}.get(len(g), 0) for g in groups)
        self.running = False

    def play(self, move: str) -> None:
        me = self.turn_of
        card = move.removeprefix("-").split()[0]
        card = "X" if card[0] == "X" else card
        if move[0] != "-":
            self.effect(move)
        self.hands[me].remove(card)
        self.discard.append(card)
        for seat in (me, 1 - me):
            if self.ordered(seat):
                self.pay(seat)
                return
        self.hands[me].append(self.deck.pop(0))
        if self.deck:
            self.turn_of = 1 - me
        else:
            self.pay(None)


def nearly_ordered_lines(rng: Random, spectrum: str) -> tuple[str, str]:
    """Two lines a few swaps away from the order, so that hands end by it often."""
    bag = rng.sample([colour for colour in spectrum for _ in range(5)], 20)
    rows = [sorted(bag[:10], key=spectrum.index), sorted(bag[10:], key=spectrum.index)]
    for row in rows:
        for _ in range(rng.randrange(3)):
            a = rng.randrange(9)
            row[a], row[a + 1] = row[a + 1], row[a]
    return "".join(rows[0]), "".join(rows[1])


def next_deal(rng: Random, pending: ludoteca.Position) -> str:
    """A random deal for a pending one; the starter alternates after the first hand."""
    if rng.random() < 0.3:
        return pending.chance_text()
    starter = int(pending.chance_text().split()[1])
    spectrum = "".join(rng.sample("ROYGBP", 6))
    lines = nearly_ordered_lines(rng, spectrum)
    head, deck = deal_text(pending.game).split()[:5], deal_text(pending.game).split()[5:]
    rng.shuffle(deck)
    return " ".join([head[0], str(starter), spectrum, *lines, *deck])


def same(position: ludoteca.Position, naive: Naive) -> None:
    truth = position.reveal()
    order = CARDS.index
    assert truth["lines"] == naive.lines
    assert truth["spectrum"] == naive.spectrum
    assert truth["deck"] == naive.deck
    assert truth["discard"] == naive.discard
    assert truth["hands"] == [sorted(hand, key=order) for hand in naive.hands]
    assert truth["scores"] == naive.scores
    assert truth["hand"] == naive.hand


@pytest.mark.parametrize("deck", DECKS, ids=["standard", "short", "one of each"])
@pytest.mark.parametrize("seed", range(12))
def test_the_naive_game_agrees_at_every_move(deck: dict[str, int] | str, seed: int) -> None:
    rng = random.Random(seed)
    position, naive = ludoteca.load("phoenix", deck=deck).begin(seed=seed), Naive()
    for hand in range(3):
        text = next_deal(rng, position)
        position = position.step(text)
        naive.deal(text)
        while naive.running:
            same(position, naive)
            assert position.to_move == naive.turn_of
            assert sorted(position.moves()) == naive.moves()
            move = rng.choice(naive.moves())
            position = position.step(move)
            naive.play(move)
        same(position, naive)
        assert position.to_move == (None if hand == 2 else ludoteca.CHANCE)
    assert outcome_of(position).scores == tuple(naive.scores)
    lead = naive.scores[0] - naive.scores[1]
    assert outcome_of(position).returns[0] == (0.5 if lead == 0 else float(lead > 0))
    assert sum(outcome_of(position).returns) == 1.0


def test_the_compared_games_end_hands_both_ways() -> None:
    """The comparison above would be hollow if no hand ended by a line in order."""
    ended = {True: 0, False: 0}
    for seed in range(12):
        rng = random.Random(seed)
        position, naive = ludoteca.load("phoenix").begin(seed=seed), Naive()
        for _ in range(3):
            text = next_deal(rng, position)
            position = position.step(text)
            naive.deal(text)
            while naive.running:
                move = rng.choice(naive.moves())
                position = position.step(move)
                naive.play(move)
            ended[bool(naive.deck)] += 1
    assert min(ended.values()) >= 5
