"""The proof of fair chance: the commitment, the contributions, and the seed after the end."""

from ludoteca.core import texts
from ludoteca.core.errors import InvalidRecord
from ludoteca.core.kernels import CHANCE
from ludoteca.match import contributions, verify
from ludoteca.server.match.state import OVER, WAITING, MatchState
from ludoteca.server.wire.responses import ChanceMessage, Proof, SeatContribution


def can_be_checked(state: MatchState) -> bool:
    """Return whether this server made the commitment before the game and may reveal the seed."""
    return state.status == OVER and state.match.seed is not None and not state.imported


def is_sound(text: str) -> bool:
    """Return whether every roll and deal of a record follows from its seed."""
    try:
        return verify(text).seed_known
    except InvalidRecord:
        return False


def message(state: MatchState, checked: bool | None, lang: str) -> Proof:
    """Return the proof; `checked` is what the check found, None where none was made."""
    over, seed = state.status == OVER, state.record().seed
    plies = enumerate(state.match.events, 1)
    chances = enumerate((ply, event.text) for ply, event in plies if event.who == CHANCE)
    return Proof(
        commitment=state.created.commitment,
        contributions=_shown(state),
        by_seat=_by_seat(state),
        seed=seed.hex() if over and seed is not None else None,
        chances=[
            ChanceMessage(number=number, ply=ply, text=None if state.sealed else text)
            for number, (ply, text) in chances
        ],
        imported=state.imported,
        checked=checked,
        text=texts.say("server", f"proof.{_story(state)}", lang),
        operator=texts.say("server", "proof.operator", lang),
    )


def _story(state: MatchState) -> str:
    if state.created.branch_of is not None:
        return "branch"
    if state.imported:
        return "imported"
    return "over" if state.status == OVER else "running"


def _shown(state: MatchState) -> str:
    """Return the contributions; none for matches stored before their size was limited."""
    joined = state.match.contributions
    return joined.hex() if contributions.fits(joined, state.game.seats) else ""


def _by_seat(state: MatchState) -> list[SeatContribution] | None:
    """Return each person's contribution; None where they are not stored by seat."""
    added = contributions.split(state.match.contributions)
    if added is None or state.status == WAITING:
        return None
    early = state.early_contribution
    return [
        SeatContribution(
            seat=seat,
            contribution=added[seat].hex() if seat in added else None,
            after_promise=seat in added and seat != early and not state.imported,
        )
        for seat in state.people
    ]
