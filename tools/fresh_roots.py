#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""fresh_roots.py -- tries the README's commands on fresh machines, as an ordinary user.

For each Debian release it makes a root with debootstrap or mmdebstrap. That is a minimal system with
git and sudo, a user with sudo rights and a clean environment. In it that user clones the last commit, runs
`./play --prepare` and then `./check --quick`. Each of the two is one result.

The packages come from where this machine gets its own. That is the archive in apt's sources (another system's
with --archive, as Ubuntu's on Debian). The root also gets this machine's proxies, certificates and npm's settings. Base roots and downloaded packages are kept in build-check/fresh/.
It needs root, and a network the first time; without them it says that it is skipped, and why.
"""
import argparse
import contextlib
import dataclasses
import glob
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest.mock

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = os.path.join(ROOT, "build-check", "fresh")
RELEASES = ["bookworm", "trixie"]
USER = "tester"
CERTIFICATES = "/usr/local/share/outer-certificates.crt"    # in a root: what this machine trusts
PROXIES = ["http_proxy", "https_proxy", "ftp_proxy", "all_proxy", "no_proxy"]
TRUST = ["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "CURL_CA_BUNDLE"]

# In a mount and process namespace of its own, so that nothing stays mounted or running whatever happens.
ENTER = """
set -e
root=$1 archives=$2
shift 2
mount --make-rprivate /
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount --bind "$archives" "$root/var/cache/apt/archives"
exec chroot "$root" "$@"
"""


@dataclasses.dataclass
class Source:
    """Where the packages of a release come from; None: as the program that makes roots has it."""
    archive: str
    keyring: str = None
    components: str = None


class Skipped(Exception):
    """It cannot be tried here; the text says why."""


# ---- what this machine gets packages with ----

def archive_of(targets):
    """Debian's main archive, from lines "URI CODENAME ORIGIN" of apt; None if apt does not know one."""
    for line in targets.splitlines():
        words = line.split()
        if len(words) == 3 and words[2] == "Debian" and "-" not in words[1]:
            return words[0]
    return None


def apt_settings(dump):
    """Of `apt-config dump`, how to reach an archive."""
    kept = re.findall(r"^Acquire::(?:https?|ftp|Check-|Retries|ForceIPv)\S* \".+\";$", dump, re.M)
    return "".join(line + "\n" for line in kept if "CaInfo" not in line)


def npm_settings(text):
    """Of an .npmrc, how to reach a registry; certificates are in the root's own file."""
    kept = [line for line in text.splitlines()
            if re.match(r"\s*(registry|@[^=]*:registry|//[^=]*|proxy|https-proxy|http-proxy|noproxy|strict-ssl)\s*=", line)]
    return "".join(line + "\n" for line in kept)


def environment(outer, has_certificates):
    """The clean environment of a login, and how to reach the network."""
    clean = {"HOME": f"/home/{USER}", "USER": USER, "LOGNAME": USER, "SHELL": "/bin/bash", "TERM": "dumb", "LANG": "C.UTF-8",
             "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/local/games:/usr/games"}
    for name, value in outer.items():
        if name.lower() in PROXIES or re.match(r"npm_config_(\S*registry|\S*proxy)$", name, re.I):
            clean[name] = value
    if has_certificates:
        clean.update({name: CERTIFICATES for name in TRUST if name in outer})
        clean["npm_config_cafile"] = CERTIFICATES
    return clean


def certificates():
    """The file of certificates that this machine trusts, or None."""
    named = [os.environ[name] for name in TRUST if os.environ.get(name)]
    return next((path for path in [*named, "/etc/ssl/certs/ca-certificates.crt"] if os.path.isfile(path)), None)


def read(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except OSError:
        return ""


def write(path, text, mode=0o644):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    os.chmod(path, mode)


# ---- roots ----

def output_of(*command):
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True).stdout


def maker_of():
    """What can make a root: its name."""
    for name in ("mmdebstrap", "debootstrap"):
        if shutil.which(name):
            return name
    raise Skipped("neither mmdebstrap nor debootstrap is installed")


def make_command(maker, release, folder, source):
    command = [maker, "--variant=minbase", "--include=apt,git,sudo"]
    if maker == "mmdebstrap":
        command.append("--mode=root")
    if source.keyring:
        command.append(f"--keyring={source.keyring}")
    if source.components:
        command.append(f"--components={source.components}")
    return [*command, release, folder, source.archive]


def check_possible():
    if os.geteuid() != 0:
        raise Skipped("it needs root")
    if not shutil.which("unshare"):
        raise Skipped("there is no unshare")
    if subprocess.run(["unshare", "--mount", "--pid", "--fork", "true"], capture_output=True, check=False).returncode:
        raise Skipped("this machine allows no mount namespaces, even to root")


def own_source():
    """Where this machine gets Debian's packages."""
    if not shutil.which("apt-get"):
        raise Skipped("this machine has no apt, whose sources would name an archive")
    archive = archive_of(output_of("apt-get", "indextargets", "--format", "$(REPO_URI) $(CODENAME) $(ORIGIN)", "Created-By: Packages"))
    if not archive:
        raise Skipped("apt's sources name no archive of Debian; --archive names one")
    return Source(archive)


def base_of(release, source):
    """The folder of the base root of a release, made where it is not there."""
    base = os.path.join(FOLDER, release)
    if os.path.isdir(base):
        return base
    maker = maker_of()
    source = source or own_source()
    making = tempfile.mkdtemp(prefix="making-", dir=FOLDER)
    os.chmod(making, 0o755)
    done = run_logged(make_command(maker, release, making, source), f"{release}-base")
    if done == 0:
        os.rename(making, base)
        return base
    shutil.rmtree(making)
    log = read(log_path(f"{release}-base"))
    if re.search(r"resolve|connect|unreachable|timed out|Failed getting release file|Couldn't download", log, re.I):
        raise Skipped(f"{maker} cannot reach the archive (is there a network?); see {log_path(release + '-base')}")
    raise RuntimeError(f"{maker} failed:\n{tail(log)}")


def prepare(root):
    """Makes a copy of a base root into a machine with a user and a network."""
    outer = certificates()
    trusted = bool(outer)
    if trusted:
        shutil.copyfile(outer, root + CERTIFICATES)
        os.chmod(root + CERTIFICATES, 0o644)
    settings = apt_settings(output_of("apt-config", "dump")) if shutil.which("apt-config") else ""
    if trusted:
        settings += f'Acquire::https::CaInfo "{CERTIFICATES}";\n'
    write(root + "/etc/apt/apt.conf.d/99outer", settings)
    for path in ["/etc/apt/auth.conf", *glob.glob("/etc/apt/auth.conf.d/*")]:
        if os.path.isfile(path):
            shutil.copy2(path, root + path)
    for path in ("/etc/resolv.conf", "/etc/hosts"):
        if os.path.exists(path):
            if os.path.lexists(root + path):
                os.remove(root + path)
            shutil.copyfile(path, root + path)
    subprocess.run(["chroot", root, "useradd", "--create-home", "--shell", "/bin/bash", USER], check=True)
    kept = " ".join(PROXIES + [name.upper() for name in PROXIES])
    write(root + f"/etc/sudoers.d/{USER}", f'{USER} ALL=(ALL) NOPASSWD: ALL\nDefaults env_keep += "{kept}"\n', 0o440)
    write(root + f"/home/{USER}/.npmrc", npm_settings(read("/etc/npmrc") + "\n" + read(os.path.expanduser("~/.npmrc"))), 0o600)
    subprocess.run(["git", "-c", "advice.detachedHead=false", "clone", "--quiet", "--no-hardlinks", ROOT, root + f"/home/{USER}/khepri"],
                   check=True)
    subprocess.run(["chroot", root, "chown", "-R", f"{USER}:{USER}", f"/home/{USER}"], check=True)
    return trusted


def log_path(name):
    return os.path.join(FOLDER, name + ".log")


def run_logged(command, name):
    with open(log_path(name), "w", encoding="utf-8") as log:
        return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, check=False).returncode


def enter(root, archives, env, words):
    """The command that runs `words` in the root, as the user, in the clone."""
    given = [f"{name}={value}" for name, value in env.items()]
    return ["unshare", "--mount", "--pid", "--fork", "--kill-child", "bash", "-c", ENTER, "enter", root, archives,
            "setpriv", "--reuid", USER, "--regid", USER, "--init-groups",
            "env", "-i", *given, "bash", "-c", 'cd ~/khepri && exec "$@"', "bash", *words]


def tail(text, lines=60):
    return "\n".join(text.rstrip().splitlines()[-lines:])


def try_release(release, source, commands, keep):
    """Runs the commands one after the other in a fresh root; yields (name, ok, seconds, log)."""
    root = tempfile.mkdtemp(prefix=f"{release}-run-", dir=FOLDER)
    archives = os.path.join(FOLDER, release + "-archives")
    os.makedirs(os.path.join(archives, "partial"), exist_ok=True)
    try:
        os.rmdir(root)
        subprocess.run(["cp", "-a", "--reflink=auto", base_of(release, source), root], check=True)
        env = environment(os.environ, prepare(root))
        for words in commands:
            name = f"{release}{'-'.join(words).replace('./', '-').replace('--', '-')}"
            began = time.monotonic()
            status = run_logged(enter(root, archives, env, words), name)
            yield " ".join(words), status == 0, time.monotonic() - began, read(log_path(name))
            if status:
                return                              # the next would only fail of the same
    finally:
        if keep:
            print(f"# kept: {root}")
        else:
            shutil.rmtree(root, ignore_errors=True)


# ---- the results ----

def report(release, commands, tried):
    """Prints one line for each command, and the log of one that failed; returns whether all passed."""
    left = [" ".join(words) for words in commands]
    for name, ok, seconds, log in tried:
        left.remove(name)
        print(f"{'ok' if ok else 'not ok'} - {release}: {name} ({seconds:.0f} s)", flush=True)
        if not ok:
            print("".join(f"# {line}\n" for line in tail(log).splitlines()), end="", flush=True)
            for other in left:
                print(f"not ok - {release}: {other} (not tried)", flush=True)
            return False
    return not left


def all_releases(releases, source, commands, keep):
    """Tries them one after the other; what cannot be tried is said to be skipped, and has not failed."""
    fine = True
    for release in releases:
        try:
            check_possible()
            os.makedirs(FOLDER, exist_ok=True)
            fine = report(release, commands, try_release(release, source, commands, keep)) and fine
        except Skipped as reason:
            print(f"skipped: {reason}", flush=True)
    return fine


def said(work):
    """What work() returns, and what it printed."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        answer = work()
    return answer, out.getvalue()


def self_test():
    assert archive_of("http://a.example/debian/ bookworm-updates Debian\nhttp://a.example/debian/ bookworm Debian\n") == "http://a.example/debian/"
    assert archive_of("http://a.example/ubuntu/ noble Ubuntu\nhttp://b.example/ trixie-security Debian\n") is None
    dump = 'APT::X "1";\nAcquire::http::Proxy "http://p.example:3128";\nAcquire::Languages "none";\nAcquire::https::CaInfo "/x";\n'
    assert apt_settings(dump) == 'Acquire::http::Proxy "http://p.example:3128";\n'
    assert npm_settings("registry=https://r.example\nfund=false\ncafile=/x\n//r.example/:_auth=s\n") == "registry=https://r.example\n//r.example/:_auth=s\n"
    assert make_command("mmdebstrap", "noble", "/f", Source("http://a", "/k", "main,universe")) == [
        "mmdebstrap", "--variant=minbase", "--include=apt,git,sudo", "--mode=root", "--keyring=/k", "--components=main,universe", "noble", "/f", "http://a"]
    clean = environment({"HTTPS_PROXY": "p", "SECRET": "s", "LD_PRELOAD": "x", "PATH": "/root/bin", "SSL_CERT_FILE": "/outer"}, True)
    assert clean["HTTPS_PROXY"] == "p" and clean["SSL_CERT_FILE"] == CERTIFICATES and not {"SECRET", "LD_PRELOAD"} & set(clean)
    assert "/root" not in clean["PATH"] and "npm_config_cafile" not in environment({}, False)
    for user, path, wanted in ((1000, os.environ["PATH"], "it needs root"), (0, "/nowhere", "there is no unshare")):
        with unittest.mock.patch("os.geteuid", return_value=user), unittest.mock.patch.dict(os.environ, PATH=path):
            assert said(lambda: all_releases(["bookworm"], None, [["./play"]], False)) == (True, f"skipped: {wanted}\n")
    both = [["./play", "--prepare"], ["./check", "--quick"]]
    for tried, wanted in (([("./play --prepare", True, 1, ""), ("./check --quick", True, 1, "")],
                           (True, "ok - r: ./play --prepare (1 s)\nok - r: ./check --quick (1 s)\n")),
                          ([("./play --prepare", False, 1, "a\nb")],
                           (False, "not ok - r: ./play --prepare (1 s)\n# a\n# b\nnot ok - r: ./check --quick (not tried)\n")),
                          ([("./play --prepare", True, 1, ""), ("./check --quick", False, 1, "c")],
                           (False, "ok - r: ./play --prepare (1 s)\nnot ok - r: ./check --quick (1 s)\n# c\n"))):
        assert said(lambda: report("r", both, tried)) == wanted, wanted
    print("fresh_roots: the tests of the tool passed")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("releases", nargs="*", metavar="RELEASE", default=RELEASES, help=f"which ones ({' '.join(RELEASES)})")
    parser.add_argument("--archive", metavar="URL", help="the archive of the releases, if this machine is of another system")
    parser.add_argument("--keyring", metavar="FILE", help="the keys that sign that archive")
    parser.add_argument("--components", metavar="LIST", help="its components, as main,universe")
    parser.add_argument("--whole", action="store_true", help="run ./check without --quick")
    parser.add_argument("--keep", action="store_true", help="keep the roots, to look into them")
    parser.add_argument("--new", action="store_true", help="make the base roots again")
    parser.add_argument("--self-test", action="store_true", help="test this tool")
    args = parser.parse_args()
    if args.self_test:
        return self_test()
    commands = [["./play", "--prepare"], ["./check"] if args.whole else ["./check", "--quick"]]
    source = Source(args.archive, args.keyring, args.components) if args.archive else None
    if args.new:
        for release in args.releases:
            shutil.rmtree(os.path.join(FOLDER, release), ignore_errors=True)
    return 0 if all_releases(args.releases, source, commands, args.keep) else 1


if __name__ == "__main__":
    sys.exit(main())
