#!/usr/bin/env bash
# A corpus as an array job of Slurm: a task for each part, then a job that joins their reports.
#
#   CORPUS=/net/corpus OUT=/net/out sbatch --array=1-8 docs/recipes/slurm.sh
#   CORPUS=/net/corpus OUT=/net/out sbatch --dependency=afterany:JOB docs/recipes/slurm.sh merge
#
# CORPUS and OUT are on a file system of all nodes; CACHE is a folder there or a URL, by default $OUT/cache. DEVICES is what
# --device takes. A task ends with 1 where something is not as expected, which `afterany` passes over; the merge ends with 1 then, and
# where the report of a part is missing.
#SBATCH --job-name=sos-corpus
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=8
#SBATCH --time=04:00:00
set -euo pipefail

: "${CORPUS:?the folder of modules}" "${OUT:?the folder for reports}"
mkdir -p "$OUT"

if [ "${1:-}" = merge ]; then
    exec sos corpus merge "$OUT"/part-*.json --corpus "$CORPUS" --device "${DEVICES:-all}" \
        --report "$OUT/all.json" --report "$OUT/all.xml" --report "$OUT/all.html"
fi
exec sos corpus run "$CORPUS" --device "${DEVICES:-all}" --cache "${CACHE:-$OUT/cache}" \
    --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" --jobs "${SLURM_CPUS_PER_TASK:-1}" \
    --report "$OUT/part-$SLURM_ARRAY_TASK_ID.json"
