"""`tenchips ugi` keeps to the protocol, traps included, whatever it is sent."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from random import Random

import pytest

from protocol.program import ENV, PATIENCE, Program
from tenchips import Board, Move
from tenchips.engine.bench import SIGNATURE
from tenchips.protocol.messages import info_line, read_info
from tenchips.protocol.ugi import UgiServer

WON = "01 60 03 65 06 55 71 33 73 35 76"
STUCK = "55 61 64 20 12 23 62 17 24 36 52 60 21 43 76 53 15 46"
STEPS = "3B4/2W1WBW1/4W1BW/3BB3/1BW1WW2/WBWBB3/8/3B4 w 0 11"
INFO = re.compile(
    r"info depth \d+ seldepth \d+ time \d+ nodes \d+ nps \d+ hashfull \d+ multipv \d+ "
    r"score (cp -?\d+|mate -?\d+) pv( \d\d(-\d\d)?)+"
)


@pytest.fixture(scope="module")
def shared() -> Iterator[Program]:
    with Program("ugi") as program:
        yield program


@pytest.fixture
def engine(shared: Program) -> Program:
    shared.send("setoption name Hash value 1", "setoption name MultiPV value 1", "uginewgame")
    assert shared.ask("isready", "readyok") == "readyok"
    return shared


def test_the_handshake_declares_every_option(engine: Program) -> None:
    engine.send("ugi")
    lines = engine.until("ugiok")
    assert lines[0].startswith("id name Tenchips ")
    assert lines[1].startswith("id author ")
    assert lines[2:-1] == [
        "option name Threads type spin default 1 min 1 max 256",
        "option name Hash type spin default 64 min 1 max 1048576",
        "option name MultiPV type spin default 1 min 1 max 500",
        "option name Level type spin default 10 min 1 max 10",
        "option name OwnBook type check default false",
    ]


@pytest.mark.parametrize(
    ("position", "question", "answer"),
    [
        ("startpos", "p1turn", "true"),
        ("startpos moves 33", "p1turn", "false"),
        ("startpos", "gameover", "false"),
        ("startpos", "result", "none"),
        ("startpos", "network", "none"),
        ("startpos", "fen", "8/8/8/8/8/8/8/8_w_0_1"),
        ("startpos moves", "fen", "8/8/8/8/8/8/8/8_w_0_1"),
        ("fen 8/8/8/3W4/8/8/8/8 b 0 1 moves 44", "fen", "8/8/8/3W4/4B3/8/8/8_w_0_2"),
        ("fen 8/8/8/3W4/8/8/8/8_b_0_1 moves 44", "fen", "8/8/8/3W4/4B3/8/8/8_w_0_2"),
        (f"startpos moves {WON} 57", "gameover", "true"),
        (f"startpos moves {WON} 57", "result", "p2win"),
        (f"startpos moves {WON} 57", "network", "60-65-55-33-35-57"),
        (f"startpos moves {WON} 57", "legalmoves", "none"),
        (f"startpos moves {STUCK}", "result", "p2win"),
        (f"startpos moves {STUCK}", "network", "none"),
        (f"fen {STEPS.replace(' w 0 11', ' w 200 111')}", "result", "draw"),
        ("startpos", "islegal 33", "true"),
        ("startpos", "islegal 00", "false"),
        ("startpos", "islegal 33-44", "false"),
        ("startpos", "islegal e2e4", "false"),
    ],
)
def test_queries(engine: Program, position: str, question: str, answer: str) -> None:
    engine.send(f"position {position}")
    assert engine.ask(f"query {question}", "response") == f"response {answer}"


@pytest.mark.parametrize("position", ["startpos moves 33", f"fen {STEPS}"])
def test_legal_moves_are_one_word(engine: Program, position: str) -> None:
    engine.send(f"position {position}")
    word, moves = engine.ask("query legalmoves", "response").split(" ")
    board = Board(STEPS) if position.startswith("fen") else Board(moves="33")
    assert word == "response"
    assert moves.split(",") == [str(move) for move in board.legal_moves]


@pytest.mark.parametrize(
    "go",
    [
        "go depth 3",
        "go nodes 500",
        "go movetime 30",
        "go movetime 0",
        "go p1time 300 p2time 300",
        "go p1time 300 p2time 300 p1inc 10 p2inc 10 depth 3",
        "go p1time -50 p2time 0",
        "go p2time 0 p1time 0 p1inc 0 p2inc 0 movetime 10 nodes 9000 depth 9",
        "go depth 999999 movetime 20",
        "go nodes 999999999999999999 depth 2",
        "go wtime 50 ponder depth 2",
    ],
)
@pytest.mark.parametrize("position", ["startpos moves 33 44 25", f"fen {STEPS}"])
def test_every_limit_ends_in_one_legal_move(engine: Program, go: str, position: str) -> None:
    engine.send(f"position {position}", go)
    *answered, last = engine.until("bestmove")
    board = Board(STEPS) if position.startswith("fen") else Board(moves="33 44 25")
    assert re.fullmatch(r"bestmove \S+", last)
    assert last.split()[1] in board.legal_moves
    infos = [line for line in answered if not line.startswith("info string")]
    assert infos
    assert all(map(INFO.fullmatch, infos))
    for line in infos:
        info = read_info(line)
        assert info is not None
        line_of_play = board.copy()
        for move in info.line:
            line_of_play.push(move)
    assert engine.ask("isready", "readyok") == "readyok"
    assert sum("wtime" in line for line in answered) == go.startswith("go wtime")


def test_a_win_and_a_loss_are_given_in_plies(engine: Program) -> None:
    engine.send(f"position startpos moves {WON}", "go depth 3")
    assert " score mate 1 " in engine.until("bestmove")[-2]
    engine.send("position startpos moves 01 60 03 65 06 55 71 33 73 35", "go depth 5")
    assert re.search(r" score mate -[24] ", engine.until("bestmove")[-2])


def test_infinite_waits_for_stop_even_with_a_proof(engine: Program) -> None:
    engine.send(f"position startpos moves {WON}", "go infinite")
    assert " score mate 1 " in engine.until("info")[-1]
    engine.send("isready")
    assert not any("bestmove" in line for line in engine.until("readyok"))
    assert engine.ask("isready", "readyok") == "readyok"
    assert engine.ask("stop", "bestmove").split()[1] in ("17", "57")
    engine.send("go")  # without a limit: until stopped or proved
    engine.until("bestmove")


def test_stop_is_heard_at_any_moment(engine: Program) -> None:
    for _ in range(30):
        engine.send("go infinite", "stop")
        engine.until("bestmove")
    engine.send("stop", "stop")
    assert engine.ask("isready", "readyok") == "readyok"


def test_what_comes_during_a_search_counts_from_the_next(engine: Program) -> None:
    engine.send("position startpos", "go infinite")
    engine.send("position startpos moves 33", "setoption name MultiPV value 3", "uginewgame")
    engine.send("setoption name Hash value 2", "position startpos moves 33", "go depth 2", "bench")
    assert engine.ask("query p1turn", "response") == "response false"
    engine.send("stop", "isready")
    assert sum(line.startswith("bestmove") for line in engine.until("readyok")) == 1
    engine.send("go depth 2")
    answered = engine.until("bestmove")
    assert {line.split()[14] for line in answered[:-1]} == {"1", "2", "3"}


def test_the_game_over_answers_none(engine: Program) -> None:
    engine.send(f"position startpos moves {WON} 57", "go infinite")
    assert engine.until("bestmove")[-1] == "bestmove none"


@pytest.mark.parametrize(
    ("command", "about"),
    [
        ("hello", "'hello' is not a command"),
        ("go depth", "depth is a whole number"),
        ("go depth x", "depth is a whole number"),
        ("go depth 0", "a depth is from 1 to 90"),
        ("go nodes -3", "a number of nodes is at least 1"),
        ("go movetime 9999999999999999999999999999", "movetime is a whole number"),
        ("go perft", "write go perft N"),
        ("go perft 0", "perft counts from 1"),
        ("go perft ٣", "perft is a whole number"),
        ("position", "write position startpos"),
        ("position here", "write position startpos"),
        ("position fen", "write position startpos"),
        ("position fen 8/8 w 0 1", "8 rows"),
        ("position fen W7/8/8/8/8/8/8/8 b 0 1", "this position cannot occur: chip in the corner"),
        ("position startpos moves 33 33", "33 already holds a chip"),
        ("position startpos moves 33 x", "'x' is not a move"),
        ("query", "query is followed by"),
        ("query weather", "query is followed by"),
        ("query islegal", "query is followed by"),
        ("setoption", "write setoption"),
        ("setoption name Hash", "write setoption"),
        ("setoption name Hash value", "Hash is a whole number"),
        ("setoption name Hash value 0", "Hash is from 1 to"),
        ("setoption name MULTIPV value 501", "MultiPV is from 1 to 500"),
        ("setoption name ownbook value maybe", "OwnBook is true or false"),
        ("setoption name Level value 11", "Level is from 1 to 10"),
        ("setoption name Clear Hash value x", "there is no option 'Clear Hash'"),
        ("x" * 100_000, "a line has at most 65536 bytes"),
        ("\x00\x1b[2J\udcff", "is not a command"),
    ],
)
def test_what_is_wrong_is_said_in_one_line_and_changes_nothing(
    engine: Program, command: str, about: str
) -> None:
    engine.send("position startpos moves 33 44")
    engine.send(command.encode(errors="surrogateescape"), "isready")
    answered = engine.until("readyok")
    assert len(answered) == 2
    assert answered[0].startswith("info string ")
    assert about in answered[0]
    assert answered[0].isprintable()
    assert engine.ask("query fen", "response") == "response 8/8/8/3W4/4B3/8/8/8_w_0_2"


def test_options_are_matched_without_regard_to_case(engine: Program) -> None:
    engine.send("setoption name mUltipV value 2", "setoption name OWNBOOK value TRUE")
    engine.send("setoption name threads value 2", "go depth 3")
    answered = engine.until("bestmove")
    assert {line.split()[14] for line in answered[:-1]} == {"1", "2"}
    engine.send("setoption name Threads value 1", "setoption name OwnBook value false")


def test_levels_play_legal_moves_under_any_limit(engine: Program) -> None:
    for level in (1, 5, 9):
        engine.send(f"setoption name Level value {level}", f"position fen {STEPS}")
        for go in ("go depth 1", "go movetime 20", "go p1time 100 p2time 100"):
            assert engine.ask(go, "bestmove").split()[1] in Board(STEPS).legal_moves
        engine.send("go infinite", "isready")
        assert not any("bestmove" in line for line in engine.until("readyok"))
        assert engine.ask("stop", "bestmove").split()[1] in Board(STEPS).legal_moves
    engine.send("setoption name Level value 10")


def test_too_much_memory_is_refused_and_the_old_size_kept(engine: Program) -> None:
    if os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") > 1 << 39:
        pytest.skip("this machine may have the memory")
    engine.send("setoption name Hash value 1048576", "isready")
    answered = engine.until("readyok")
    assert "it stays at 1 MB" in answered[0]
    assert engine.ask("go depth 1", "bestmove")


def test_perft_counts_move_by_move_and_can_be_stopped(engine: Program) -> None:
    engine.send("go perft 3")
    *moves, last = engine.until("nodes")
    assert last.split()[:3] == ["nodes", "104904", "time"]
    assert [line.split(":")[0] for line in moves] == [str(move) for move in Board().legal_moves]
    engine.send("go perft 60", "isready", "stop")
    assert "stopped" in engine.until("nodes")[-1]
    engine.send(f"position startpos moves {WON} 57")
    assert engine.ask("go perft 3", "nodes").startswith("nodes 0 ")


def test_bench_gives_the_signature_and_can_be_stopped(engine: Program) -> None:
    assert engine.ask("bench", "nodes").split()[:2] == ["nodes", str(SIGNATURE)]
    engine.send("bench", "stop")
    assert "stopped" in engine.until("nodes")[-1]


def test_the_board_is_drawn(engine: Program) -> None:
    engine.send("position startpos moves 33 44", "d", "isready")
    drawn = engine.until("readyok")
    assert drawn[4] == "3  |  .  .  W  .  .  .  |"
    assert drawn[-2] == "8/8/8/3W4/4B3/8/8/8 w 0 2"


@pytest.mark.parametrize(
    "end", ["", "quit\n", "go infinite\n", "go infinite\nquit\n", "go perft 40"]
)
def test_quit_and_the_end_of_input_end_it(end: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tenchips", "ugi"],
        input=end.encode(),
        capture_output=True,
        env=ENV,
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_closed_pipes_end_it(closed: str) -> None:
    command = f"{sys.executable} -m tenchips ugi {closed}"
    done = subprocess.run(
        ["sh", "-c", command], input=b"ugi\n", capture_output=True, env=ENV, timeout=PATIENCE
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_it_ends_quietly_when_nobody_reads() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "tenchips", "ugi"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENV,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b"go infinite\n")
        process.stdin.flush()
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(PATIENCE) == 0  # with its input still open
        assert process.stderr.read() == b""


WORDS = """
    ugi isready uginewgame position startpos fen moves go depth nodes movetime p1time p2time p1inc
    p2inc infinite perft query p1turn gameover result legalmoves islegal network stop d setoption
    name value Hash Threads MultiPV Level OwnBook 33 44 25 61 33-44 3344 00 e4 1 2 3 0 -1 1.5 x
    99999999999999999999 true 8/8/8/8/8/8/8/8 w b \x00 \u2713 %
""".split()  # noqa: SIM905 (a list would be a page long)
SEEDS = (
    "position startpos moves 33 44 25 61",
    f"position fen {STEPS} moves 24-44",
    f"position startpos moves {WON} 57",
    "position startpos",
    "go depth 2",
    "go nodes 300",
    "go movetime 1",
    "go infinite",
    "go perft 2",
    "stop",
    "query legalmoves",
    "query fen",
    "setoption name MultiPV value 2",
    "setoption name Hash value 2",
    "setoption name Threads value 2",
    "isready",
    "uginewgame",
    "d",
)


def mutated(rng: Random) -> bytes:
    """A command with something changed, or words at random, or bytes at random."""
    kind = rng.random()
    if kind < 0.1:
        return rng.randbytes(rng.randint(0, 40)).replace(b"\n", b" ")
    if kind < 0.4:
        return " ".join(rng.choices(WORDS, k=rng.randint(1, 8))).encode()
    words = rng.choice(SEEDS).split()
    for _ in range(rng.choice((0, 0, 1, 2))):
        words[rng.randrange(len(words))] = rng.choice(WORDS)
    return " ".join(words).encode()


def is_dear(line: bytes) -> bool:
    """Whether a command would take long or much memory, or end it, if it were understood."""
    text = line.decode(errors="replace").lower()
    size = re.search(r"(hash|threads)\s+value\s+(\d+)", text)
    return (size is not None and int(size[2]) > 4) or "quit" in text


def test_thousands_of_mutated_lines_leave_it_working() -> None:
    rng = Random(20)
    with Program("ugi") as program:
        for number in range(60):
            for _ in range(100):
                if not is_dear(line := mutated(rng)):
                    program.send(line)
            program.send("stop", f"marker-{number}")
            while f"marker-{number}" not in (answered := program.line()):
                if answered.split()[0] in ("bestmove", "response"):
                    assert re.fullmatch(r"\S+ \S+", answered)
        program.send("position startpos", "setoption name MultiPV value 1", "go depth 2")
        assert program.until("bestmove")[-1].split()[1] in Board().legal_moves
        assert program.ask("isready", "readyok") == "readyok"
        program.leave()


def test_info_lines_are_read_as_they_were_written() -> None:
    lines: list[str] = []
    server = UgiServer(lines.append)
    server.handle("go depth 3")
    server.close()
    infos = [line for line in lines if INFO.fullmatch(line)]
    assert infos
    for line in infos:
        info = read_info(line)
        assert info is not None
        kept = info_line(info).split()
        assert [w for i, w in enumerate(kept) if i != 10] == [
            w
            for i, w in enumerate(line.split())
            if i != 10  # nodes a second are reckoned anew
        ]


@pytest.mark.parametrize(
    "line",
    ["", "info", "info string pv 33", "info depth 3", "info depth x score cp 1 pv 33",
     "bestmove 33", "info score cp 1 pv", "info score cp 1 pv e4", "info pv 33",
     "info score mate 99999 pv 33"],
)  # fmt: skip
def test_other_lines_are_no_info(line: str) -> None:
    assert read_info(line) is None


def test_points_never_look_like_a_proof() -> None:
    info = read_info("info depth 1 score cp 29999 pv 33")
    assert info is not None
    assert not info.score.is_proven
    assert info.line == (Move("33"),)
