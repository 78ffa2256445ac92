#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# many.sh -- khepri-many: spreads an arena, positions for a meter, or a training over processes or machines; see --help.
set -u

help() {
    cat <<'END'
khepri-many [--with ENGINE] [--parts N] [--options WORDS] FOLDER arena|meter|train WORDS...

Plays a khepri command in N parts and joins them. The result is the same to the byte as that of one machine.
WORDS are those of the command, without --shard, --checkpoint, --json, --make, --merge and --out.

  --with ENGINE    what runs the parts: here (one after another; the default), parallel (GNU parallel), slurm, kubernetes
  --parts N        how many parts there are, 1 to 100 (2)
  --options WORDS  further words for the engine: of parallel, or of sbatch
  --job            print the Kubernetes job of all parts, and run nothing
  --part I         run the I-th part of what FOLDER already describes; the engines call this
  --help           this text

FOLDER keeps everything, so it must be seen from all machines under the same name. The same command goes on after an
interruption: parts that are done stay, and a part of an arena goes on inside. The result is FOLDER/result.

A training learns round by round; all parts of a round are played, and then learned from. --round says how many games
a round has: choose many, for each round starts N parts. The result is the net.

The program is $KHEPRI, or else khepri. For Kubernetes there are also
  KHEPRI_IMAGE   the image with khepri and khepri-many (khepri)
  KHEPRI_CLAIM   the claim of a volume that all pods may write to; it is mounted at FOLDER (khepri)

  khepri-many --parts 8 --with parallel /data/first arena ra --players 3 --field hard,rule --deals 1000
  khepri-many --parts 8 --with slurm --options "--time=1:00:00" /data/meter meter ra --players 2 --games 64
  khepri-many --parts 4 --with kubernetes /data/net train ra --players 2 --games 100000 --round 1024
END
}

die() { printf 'khepri-many: %s\n' "$*" >&2; exit 2; }

# Is it a whole number from 1 to the second one?
is_between() {
    case $1 in '' | *[!0-9]* | ????*) return 1 ;; esac
    [ "$1" -ge 1 ] && [ "$1" -le "$2" ]
}

# ---- one part ----

# What FOLDER/plan says: the number of parts, and the words of the command.
read_plan() {
    [ -r "$folder/plan" ] || die "$folder has no plan; give a command first"
    mapfile -d '' -t plan <"$folder/plan"
    parts=${plan[0]} command=${plan[1]} words=("${plan[@]:2}")
}

# The folder of the round that is next: named after the state of the training, so that no part of another round is taken.
round_folder() {
    local sum=begin
    [ ! -e "$folder/training" ] || sum=$(cksum <"$folder/training" | tr -d '\n' | tr ' ' '-')
    printf '%s/round-%s\n' "$folder" "$sum"
}

parts_folder() {
    if [ "$command" = train ]; then round_folder; else printf '%s/parts\n' "$folder"; fi
}

# A part appears under its name only when it is whole.
run_part() {
    local number=$1 place shard status
    is_between "$number" "$parts" || die "--part should be 1 to $parts, not $number"
    place=$(parts_folder)
    shard=$number/$parts
    [ ! -e "$place/$number" ] || return 0
    mkdir -p "$place" || exit 2
    case $command in
    arena) "$khepri" arena "${words[@]}" --shard "$shard" --json --checkpoint "$place/kept-$number" ;;
    meter) "$khepri" meter --make "${words[@]}" --shard "$shard" ;;
    train) "$khepri" train "${words[@]}" --shard "$shard" --checkpoint "$folder/training" ;;
    esac >"$place/new-$number.$$"
    status=$?
    # An arena in which a program failed at times is done all the same.
    if [ $status -ne 0 ] && [ "$command/$status" != arena/1 ]; then
        rm -f "$place/new-$number.$$"
        exit $status
    fi
    sync "$place/new-$number.$$" && mv "$place/new-$number.$$" "$place/$number" && rm -f "$place/kept-$number"
}

# ---- all parts ----

missing_parts() {
    local place i
    place=$(parts_folder)
    for ((i = 1; i <= parts; i++)); do
        [ -e "$place/$i" ] || printf '%s\n' "$i"
    done
}

# The job in which pod number i, from 0, runs part i + 1. A part that is done ends at once.
print_job() {
    cat <<END
apiVersion: batch/v1
kind: Job
metadata:
  generateName: khepri-many-
  labels:
    app.kubernetes.io/name: khepri-many
spec:
  completionMode: Indexed
  completions: $parts
  parallelism: $parts
  backoffLimit: $((2 * parts))
  ttlSecondsAfterFinished: 86400
  template:
    metadata:
      labels:
        app.kubernetes.io/name: khepri-many
    spec:
      restartPolicy: Never
      automountServiceAccountToken: false
      securityContext:
        runAsNonRoot: true
        runAsUser: 999
        fsGroup: 999
        seccompProfile:
          type: RuntimeDefault
      containers:
        - name: part
          image: ${KHEPRI_IMAGE:-khepri}
          command: ["khepri-many", "--part", "pod", "$folder"]
          resources:
            requests:
              cpu: "1"
              memory: 256Mi
            limits:
              memory: 2Gi
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities:
              drop: ["ALL"]
          volumeMounts:
            - name: parts
              mountPath: "$folder"
      volumes:
        - name: parts
          persistentVolumeClaim:
            claimName: ${KHEPRI_CLAIM:-khepri}
END
}

# A job that fails is told by another condition than one that is done, so both are waited for.
with_kubernetes() {
    local job succeeded failed ended
    job=$(print_job | kubectl create -f - -o name) || die "kubectl could not create the job"
    kubectl wait --for=condition=complete --timeout=-1s "$job" >/dev/null &
    succeeded=$!
    kubectl wait --for=condition=failed --timeout=-1s "$job" >/dev/null &
    failed=$!
    wait -n -p ended "$succeeded" "$failed"
    kill "$succeeded" "$failed" 2>/dev/null
    if [ "$ended" = "$succeeded" ]; then
        kubectl delete --wait=false "$job" >/dev/null
    else
        printf 'khepri-many: look at kubectl logs %s\n' "$job" >&2
    fi
}

run_missing() {
    local missing
    mapfile -t missing < <(missing_parts)
    [ ${#missing[@]} -gt 0 ] || return 0
    # shellcheck disable=SC2086 # options are words
    case $engine in
    here) for i in "${missing[@]}"; do "$self" --part "$i" "$folder" || break; done ;;
    parallel) parallel --will-cite --halt soon,fail=1 $options "$(printf '%q' "$self") --part {} $(printf '%q' "$folder")" ::: "${missing[@]}" ;;
    slurm) sbatch --wait --quiet --job-name=khepri-many --array="$(IFS=, && printf '%s' "${missing[*]}")" --output="$folder/log-%a" $options \
        --wrap "$(printf '%q' "$self") --part \$SLURM_ARRAY_TASK_ID $(printf '%q' "$folder")" ;;
    kubernetes) with_kubernetes ;;
    esac
    [ -z "$(missing_parts)" ] || die "part $(missing_parts | head -n 1) of $parts is not done; the same command goes on"
}

# ---- joining ----

play_and_merge() {
    local files=()
    run_missing
    for ((i = 1; i <= parts; i++)); do files+=("$folder/parts/$i"); done
    case $command in
    arena) "$khepri" arena --merge "${files[@]}" --json ;;
    meter) "$khepri" meter --merge "${files[@]}" ;;
    esac >"$folder/result.new"
    local status=$?
    [ $status -eq 0 ] || [ "$command/$status" = arena/1 ] || exit $status
    mv "$folder/result.new" "$folder/result"
    return $status
}

play_and_learn() {
    local place said files
    while [ ! -e "$folder/result" ]; do
        place=$(round_folder)
        files=()
        run_missing
        for ((i = 1; i <= parts; i++)); do files+=(--lessons "$place/$i"); done
        said=$("$khepri" train "${words[@]}" --checkpoint "$folder/training" --out "$folder/net.new" "${files[@]}") || exit
        [ -z "$said" ] || printf '%s\n' "$said"
        rm -rf "$place"
        # The last round is told by the hash of the net.
        case $said in hash* | *$'\nhash'*) mv "$folder/net.new" "$folder/result" ;; esac
    done
}

# ---- the command line ----

khepri=${KHEPRI:-khepri}
self=$(readlink -f "$0")
engine=here parts=2 options="" part="" job=no
while [ $# -gt 0 ]; do
    case $1 in
    --help | -h) help; exit 0 ;;
    --job) job=yes; shift; continue ;;
    --with | --parts | --options | --part) [ $# -gt 1 ] || die "$1 needs a value; see --help" ;;
    -*) die "there is no option $1; see --help" ;;
    *) break ;;
    esac
    case $1 in
    --with) engine=$2 ;;
    --parts) parts=$2 ;;
    --options) options=$2 ;;
    --part) part=$2 ;;
    esac
    shift 2
done
[ $# -gt 0 ] || die "a folder is needed, and a command; see --help"
case $engine in here | parallel | slurm | kubernetes) ;; *) die "--with takes here, parallel, slurm or kubernetes, not '$engine'" ;; esac
is_between "$parts" 100 || die "--parts takes a number from 1 to 100, not '$parts'"
case $1 in *[\"\\$'\n']*) die "the folder's name may have no quotes, backslashes or line breaks" ;; esac
folder=$(readlink -m "$1")
shift

if [ -n "$part" ]; then
    [ "$part" != pod ] || part=$((${JOB_COMPLETION_INDEX:?is set by Kubernetes} + 1))
    read_plan
    run_part "$part"
    exit
fi

case ${1-} in
arena | meter | train) ;;
*) die "arena, meter or train is needed, not '${1-}'; see --help" ;;
esac
for word in "${@:2}"; do
    case $word in
    --shard* | --checkpoint* | --json | --make | --merge | --out* | --lessons* | --pause* | --until*)
        die "$word is not for a command in parts; see --help" ;;
    esac
done
mkdir -p "$folder" || exit 2
exec 9>"$folder/lock"
flock --nonblock 9 || die "another khepri-many works in $folder"
printf '%s\0' "$parts" "$@" >"$folder/plan.new"
if [ -e "$folder/plan" ] && ! cmp -s "$folder/plan.new" "$folder/plan"; then
    rm -f "$folder/plan.new"
    die "$folder has parts of another command; choose another folder"
fi
mv "$folder/plan.new" "$folder/plan"
read_plan
if [ $job = yes ]; then print_job; exit; fi
command -v "$khepri" >/dev/null || die "there is no program '$khepri'; set KHEPRI"
if [ "$command" = train ]; then play_and_learn; else play_and_merge; fi
