# SPDX-License-Identifier: MIT
"""tools/many.sh, installed as khepri-many: an arena, positions and a training in parts, by every engine, are to the byte what
one process makes. That holds also after a crash anywhere. Kubernetes is a stand-in that checks the job by Kubernetes' own schemas and runs its pods."""
import fcntl
import os
import shutil
import subprocess
import tempfile

import pytest

import environment
import slurm as own_slurm
from program import PROGRAM, ROOT, khepri

MANY = os.path.join(ROOT, "tools", "many.sh")
REQUIREMENTS = os.path.join(ROOT, "tests", "install", "kubernetes.txt")
ARENA = ("arena", "ra", "--players", "3", "--field", "rule,random", "--deals", "7", "--seed", "many")
METER = ("meter", "ra", "--players", "2", "--games", "4", "--each", "2", "--rolled", "0", "--endings", "1", "--deep", "hard")
TRAIN = ("train", "ra", "--players", "2", "--games", "20", "--round", "8", "--deals", "1", "--seed", "many")
# A program that stops khepri-many by force the first time that it is called with $CRASH_AT: before it has run, or after.
CRASHING = """#!/bin/sh
case "$*" in
*"$CRASH_AT"*)
    if [ ! -e "$CRASHED" ]; then
        : >"$CRASHED"
        [ "$CRASH_AFTER" = no ] || "$PROGRAM" "$@"
        kill -9 $PPID
        exit 9
    fi ;;
esac
exec "$PROGRAM" "$@"
"""
KUBECTL = """#!{python}
import os, signal, subprocess, sys
import kubernetes_validate, yaml
state = os.path.join({folder!r}, "job")
verb, words = sys.argv[1], sys.argv[2:]
if verb == "create":
    assert words == ["-f", "-", "-o", "name"], words
    job = yaml.safe_load(sys.stdin)
    kubernetes_validate.validate(job, "1.31", strict=True)
    spec = job["spec"]["template"]["spec"]
    (container,), (volume,) = spec["containers"], spec["volumes"]
    assert [mount["name"] for mount in container["volumeMounts"]] == [volume["name"]]
    assert container["command"][-1] == container["volumeMounts"][0]["mountPath"], "the parts go where the volume is"
    failures = 0
    for index in range(job["spec"]["completions"]):
        while failures <= job["spec"]["backoffLimit"]:
            if subprocess.run(container["command"], env=dict(os.environ, JOB_COMPLETION_INDEX=str(index))).returncode == 0:
                break
            failures += 1
    with open(state, "w") as file:
        file.write("failed" if failures > job["spec"]["backoffLimit"] else "complete")
    print("job.batch/khepri-many-x7")
elif verb == "wait":
    assert words[1:] == ["--timeout=-1s", "job.batch/khepri-many-x7"], words
    while words[0] != "--for=condition=" + open(state).read():
        signal.pause()
elif verb == "delete":
    os.remove(state)
else:
    sys.exit("kubectl: " + verb)
"""


def many(folder, *words, status=0, before=(), **environ):
    done = subprocess.run([MANY, *before, str(folder), *words], env=dict(os.environ, KHEPRI=PROGRAM) | environ, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, check=False)
    assert status is None or done.returncode == status, (words, done.returncode, done.stdout[-2000:], done.stderr[-2000:])
    return done


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """What one process makes of each command."""
    net = tmp_path_factory.mktemp("whole") / "net"
    khepri(*TRAIN, "--out", net, status=0)
    return {ARENA: khepri(*ARENA, "--json", status=0).stdout.encode(), METER: khepri(METER[0], "--make", *METER[1:], status=0).stdout.encode(),
            TRAIN: net.read_bytes()}


def executable(path, text):
    path.write_text(text)
    path.chmod(0o755)
    return str(path)


@pytest.mark.parametrize("command", [ARENA, METER, TRAIN], ids=lambda command: command[0])
def test_in_one_place(tmp_path, whole, command):
    many(tmp_path / "a", *command, before=("--parts", "3"))
    assert (tmp_path / "a" / "result").read_bytes() == whole[command]
    many(tmp_path / "a", *command, before=("--parts", "3"))
    assert (tmp_path / "a" / "result").read_bytes() == whole[command], "again"


@pytest.mark.parametrize("command", [ARENA, METER, TRAIN], ids=lambda command: command[0])
def test_with_parallel(tmp_path, whole, command):
    if not shutil.which("parallel"):
        pytest.skip("parallel is not installed")
    folder = tmp_path / "a b"
    many(folder, *command, before=("--parts", "3", "--with", "parallel", "--options", "--jobs 2"))
    assert (folder / "result").read_bytes() == whole[command]


@pytest.mark.parametrize("after", ["no", "yes"])
@pytest.mark.parametrize("command, at", [(ARENA, "--shard 2/3"), (ARENA, "--merge"), (METER, "--shard 3/3"), (METER, "--merge"),
                                         (TRAIN, "--shard 2/3"), (TRAIN, "--lessons")])
def test_a_crash_loses_nothing(tmp_path, whole, command, at, after):
    program = executable(tmp_path / "program", CRASHING)
    crash = {"KHEPRI": program, "PROGRAM": PROGRAM, "CRASH_AT": at, "CRASHED": str(tmp_path / "crashed"), "CRASH_AFTER": after}
    folder = tmp_path / "a"
    many(folder, *command, before=("--parts", "3"), status=None, **crash)
    assert os.path.exists(crash["CRASHED"]) and not (folder / "result").exists()
    many(folder, *command, before=("--parts", "3"), **crash)
    assert (folder / "result").read_bytes() == whole[command]


@pytest.fixture(scope="module")
def python():
    """A Python with the schemas of Kubernetes."""
    with tempfile.TemporaryDirectory() as folder:
        yield environment.make(os.path.join(os.environ.get("KHEPRI_MANY_PLACE") or folder, "kubernetes"), REQUIREMENTS)


@pytest.fixture
def cluster(tmp_path, python):
    """Names for kubectl and khepri-many in front of PATH."""
    folder = tmp_path / "bin"
    folder.mkdir()
    executable(folder / "kubectl", KUBECTL.format(python=python, folder=str(folder)))
    os.symlink(MANY, folder / "khepri-many")
    return {"PATH": f"{folder}:{os.environ['PATH']}"}


@pytest.mark.parametrize("command", [ARENA, METER, TRAIN], ids=lambda command: command[0])
def test_with_kubernetes(tmp_path, whole, cluster, command):
    many(tmp_path / "a", *command, before=("--parts", "3", "--with", "kubernetes"), **cluster)
    assert (tmp_path / "a" / "result").read_bytes() == whole[command]


def test_a_job_that_fails_is_told(tmp_path, cluster):
    said = many(tmp_path / "a", *ARENA, before=("--parts", "2", "--with", "kubernetes"), status=2, **cluster,
                KHEPRI=executable(tmp_path / "broken", "#!/bin/sh\nexit 3\n")).stderr
    assert "look at kubectl logs job.batch/khepri-many-x7" in said and "part 1 of 2 is not done" in said


def test_the_schemas_find_faults(tmp_path, python):
    job = many(tmp_path / "a", *ARENA, before=("--parts", "2", "--job")).stdout
    check = [python, "-c", "import kubernetes_validate, sys, yaml; kubernetes_validate.validate(yaml.safe_load(sys.stdin), '1.31', strict=True)"]
    for text, good in ((job, True), (job.replace("completions: 2", "completions: two"), False), (job.replace("mountPath", "mountpath"), False)):
        assert (subprocess.run(check, input=text, capture_output=True, text=True, check=False).returncode == 0) == good, text


def test_with_slurm(tmp_path, whole):
    with_slurm = own_slurm.Slurm()
    try:
        for command in (ARENA, METER, TRAIN):
            folder = tmp_path / command[0]
            many(folder, *command, before=("--parts", "2", "--with", "slurm"), PATH=with_slurm.environ["PATH"],
                 SLURM_CONF=with_slurm.environ["SLURM_CONF"])
            assert (folder / "result").read_bytes() == whole[command], with_slurm.logs()
    finally:
        with_slurm.close()


@pytest.mark.parametrize("words, sentence", [
    ((), "a folder is needed"), (("{}",), "arena, meter or train is needed"), (("{}", "perft"), "not 'perft'"), (("--parts", "0", "{}", "arena"), "1 to 100"),
    (("--parts", "101", "{}", "arena"), "1 to 100"), (("--with", "magic", "{}", "arena"), "not 'magic'"), (("--parts",), "needs a value"),
    (("--nothing", "{}"), "no option --nothing"), (("{}", "arena", "--shard", "1/2"), "--shard is not for"), (("--part", "1", "{}"), "has no plan"),
    (("{}\"", "arena"), "no quotes"),
])
def test_wrong_words_are_refused(tmp_path, words, sentence):
    done = subprocess.run([MANY, *(word.format(tmp_path / "a") for word in words)], capture_output=True, text=True, check=False)
    assert done.returncode == 2 and sentence in done.stderr and done.stderr.count("\n") == 1, done.stderr
    assert not (tmp_path / "a").exists()


def test_a_folder_is_for_one_command(tmp_path):
    folder = tmp_path / "a"
    many(folder, *ARENA)
    assert "parts of another command" in many(folder, *ARENA, "--threads", "2", status=2).stderr
    assert "parts of another command" in many(folder, *ARENA, before=("--parts", "3"), status=2).stderr
    for number in ("3", "0", "x", "1000"):
        assert "should be 1 to 2" in many(folder, before=("--part", number), status=2).stderr
    with open(folder / "lock", "r+b") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert "another khepri-many works" in many(folder, *ARENA, status=2).stderr


def test_a_program_that_fails_at_times_is_told_by_the_status(tmp_path):
    words = ("arena", "ra", "--players", "2", "--field", "mine,rule", "--program", "mine=cat", "--deals", "2")
    many(tmp_path / "a", *words, status=1)
    assert b'"bad_answers"' in (tmp_path / "a" / "result").read_bytes()
    assert "part 1 of 2 is not done" in many(tmp_path / "b", "arena", "chess", "--players", "2", "--field", "rule", status=2).stderr
