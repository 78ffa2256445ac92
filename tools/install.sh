# SPDX-License-Identifier: MIT
# install.sh -- sourced by ./play and ./check: finds what the machine lacks and installs it.
#
# A need is "PACKAGE TEST ARGUMENT": the Debian package, and how to see that it is there, whoever
# installed it: a command, a pkg-config module, a header, a file (a pattern), or a file of clang's own.
# shellcheck shell=bash

# An ordinary user's PATH has no sbin on Debian; a server that the tests start may be there.
PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin

need_to_build="
gcc command cc
libc6-dev header stdio.h
python3 command python3
meson command meson
ninja-build command ninja
pkg-config command pkg-config
libuv1-dev module libuv
libwebsockets-dev module libwebsockets
libwebsockets-evlib-uv file /usr/lib*/*/libwebsockets-evlib_uv.so /usr/lib*/libwebsockets-evlib_uv.so
libssl-dev module libcrypto
libsqlite3-dev module sqlite3
libedit-dev module libedit
ca-certificates file /etc/ssl/certs/ca-certificates.crt /etc/ssl/cert.pem
nodejs command node
npm command npm
"
# Without clang and lld the build leaves out play without a server, without libpq the server on PostgreSQL. Without
# libdeflate what a browser downloads is 4 percent larger.
wished_to_build="
libpq-dev module libpq
clang command clang
lld command wasm-ld
libdeflate-tools command libdeflate-gzip
"
need_to_check="
gcc command gcc
g++ command g++
clang-format command clang-format
clang-tidy command clang-tidy
libclang-rt-dev clang lib/linux/libclang_rt.fuzzer-*.a
libcmocka-dev module cmocka
python3-pytest pytest
wasi-libc file /usr/include/wasm32-wasi/stdio.h
libclang-rt-dev-wasm32 clang lib/wasi/libclang_rt.builtins-wasm32.a
valgrind command valgrind
libc6-dbg file /usr/lib/debug/.build-id
binutils command nm
cmake command cmake
python3-dev file /usr/include/python3.*/Python.h
python3-venv file /usr/lib/python3*/ensurepip/__init__.py
curl command curl
git command git
codespell command codespell
man-db command man
nginx command nginx
postgresql file /usr/lib/postgresql/*/bin/postgres /usr/local/bin/postgres /usr/bin/postgres
openssl command openssl
appstream command appstreamcli
desktop-file-utils command desktop-file-validate
"
# Without these the tests in a browser, in Chromium or in WebKit on a display of its own, or those with GNU parallel, are skipped: not every system has them as packages. The shell is Chromium without its
# windows, which takes a fifth of the time off the tests.
wished_to_check="
chromium-headless-shell command chromium-headless-shell chromium
webkit2gtk-driver command WebKitWebDriver
xvfb command Xvfb
parallel command parallel
"

say() { printf '%s\n' "$*"; }
die() { printf '%s\n' "$@" >&2; exit 1; }

is_there() {
    case $1 in
    command) shift; for f in "$@"; do command -v "$f" >/dev/null && return 0; done; return 1 ;;
    module) command -v pkg-config >/dev/null && pkg-config --exists "$2" ;;
    header) command -v cc >/dev/null && printf '#include <%s>\n' "$2" | cc -E - >/dev/null 2>&1 ;;
    pytest) any_python_has pytest ;;
    # shellcheck disable=SC2086 # a pattern of files
    clang) command -v clang >/dev/null && is_there file $(clang -print-resource-dir)/$2 ;;
    file) shift; for f in "$@"; do [ -e "$f" ] && return 0; done; return 1 ;;
    esac
}

# A machine may have several python3; tests/meson.build looks at the same ones.
any_python_has() {
    local python
    for python in python3 /usr/bin/python3 .venv/bin/python3; do
        "$python" -c "import $1" 2>/dev/null && return 0
    done
    return 1
}

# Prints the packages of a list of needs that are not there.
missing_of() {
    local package kind argument
    while read -r package kind argument; do
        # shellcheck disable=SC2086 # a pattern of files
        [ -z "$package" ] || is_there "$kind" $argument || printf '%s ' "$package"
    done <<<"$1"
}

# apt-get, patient with another one that holds the lock, never asking anything.
apt() {
    $as_root env DEBIAN_FRONTEND=noninteractive NEEDRESTART_MODE=a apt-get -q -y \
        -o DPkg::Lock::Timeout=600 -o Acquire::Retries=3 -o Dpkg::Options::=--force-confold "$@" </dev/null
}

# Tests start a PostgreSQL of their own; the package shall not start one for this machine.
no_postgres_service() {
    local file=/etc/postgresql-common/createcluster.conf
    case " $1 " in *" postgresql "*) ;; *) return 0 ;; esac
    [ -e $file ] || $as_root sh -c "mkdir -p ${file%/*} && echo 'create_main_cluster = false' >$file"
}

# Runs apt with its output in the file $log; waits while another process holds the lists.
quiet_apt() {
    local tries=60
    until apt "$@" >"$log" 2>&1; do
        tries=$((tries - 1))
        [ $tries -gt 0 ] && grep -q 'Could not get lock' "$log" || return 1
        [ $tries -eq 59 ] && say "  another program is installing packages; waiting for it"
        sleep 5
    done
}

apt_failed() {
    local why="see above"
    grep -E '^(E|W|Err)[: ]' "$log" | head -5 | sed 's/^/  apt: /' >&2
    grep -qiE 'resolve|connect|unreachable|timed out|404|Failed to fetch' "$log" && why="is there a network?"
    grep -qi 'Unable to locate' "$log" && why="this release of the system does not have them all"
    rm -f "$log"
    die "Could not install: $1 ($why)" "Nothing of Khepri is lost; run the same command again once that is mended."
}

# install_missing NEEDS WHY: makes everything in NEEDS there, or ends with a plain sentence.
install_missing() {
    local packages as_root="" log
    packages=$(missing_of "$1")
    packages=${packages% }
    [ -n "$packages" ] || return 0
    if ! command -v apt-get >/dev/null; then
        die "Khepri needs a few programs and libraries that are not here, and this system has no apt-get." \
            "Please install these (Debian's names; yours may differ), then run the command again:" \
            "  ${packages// /$'\n'  }"
    fi
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null || die "Khepri needs packages that are not installed, and there is no sudo here." \
            "As root, run:  apt-get install --no-install-recommends $packages"
        as_root="sudo"
        sudo -n true 2>/dev/null || [ -t 0 ] || die "Khepri needs packages that are not installed, and sudo asks for a password." \
            "In a terminal, run:  sudo apt-get install --no-install-recommends $packages"
    fi
    say "Installing with apt, $2: $packages"
    log=$(mktemp)
    # An installation that was cut off leaves packages half configured: finish it first.
    if command -v dpkg >/dev/null && [ -n "$(dpkg --audit 2>/dev/null)" ]; then
        $as_root env DEBIAN_FRONTEND=noninteractive dpkg --configure -a >"$log" 2>&1 </dev/null || true
        quiet_apt -f install || true
    fi
    no_postgres_service "$packages"
    # shellcheck disable=SC2086 # a list of words
    if ! quiet_apt install --no-install-recommends $packages; then
        quiet_apt update || apt_failed "$packages"
        quiet_apt install --no-install-recommends $packages || apt_failed "$packages"
    fi
    rm -f "$log"
    packages=$(missing_of "$1")
    [ -z "$packages" ] || die "apt reports success, and yet this is still missing: $packages"
}

# install_wished NEEDS WHY: as install_missing, but what cannot be had is done without.
install_wished() {
    (install_missing "$1" "$2") || say "Going on without: $(missing_of "$1")"
}

# at_least HAVE WANT: compares versions.
at_least() { [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -1)" = "$2" ]; }

check_versions() {
    local meson node
    meson=$(meson --version) node=$(node --version)
    at_least "$meson" 1.0 || die "Khepri needs Meson 1.0 or newer; this system has $meson."
    at_least "${node#v}" 18 || die "Khepri needs node 18 or newer; this system has ${node#v}."
}

# One at a time fetches packages and builds with them: npm empties web/node_modules before it fills it. The turn is the
# kernel's lock on an open file, which is gone with who holds it, however they end; where there is no flock, none is taken.
take_turn() {
    command -v flock >/dev/null || return 0
    exec 9<web/package-lock.json
    flock -n 9 && return 0
    say "Another ./play or ./check is at work in this folder; waiting until it has what it needs"
    flock 9
}

end_turn() { exec 9<&-; }

# The client's own packages, from the lock file: fetched once, again when the lock file changes.
# fetch_web build: what the build needs; fetch_web all: what its tests need too.
fetch_web() {
    local stamp=web/node_modules/.khepri lock log omit=()
    lock=$(cksum <web/package-lock.json)
    [ -e "$stamp" ] && case $(cat "$stamp") in "$1 $lock" | "all $lock") return 0 ;; esac
    [ "$1" = all ] || omit=(--omit=dev)
    say "Fetching what the browser client is built with (npm, into web/node_modules)"
    log=$(mktemp)
    if ! (cd web && npm ci --prefer-offline --fetch-retries=2 --no-audit --no-fund "${omit[@]}") >"$log" 2>&1 </dev/null; then
        grep -iE 'err' "$log" | head -5 | sed 's/^/  /' >&2
        rm -f "$log"
        die "npm could not fetch the packages of web/package-lock.json (is there a network?)." \
            "Run the same command again to try again."
    fi
    rm -f "$log"
    printf '%s' "$1 $lock" >"$stamp"
}
