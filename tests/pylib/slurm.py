# SPDX-License-Identifier: MIT
"""slurm.py -- a Slurm of the test's own, with this machine as its one node; skipped where Slurm (Debian: slurm-wlm) is not installed."""
import getpass
import os
import shutil
import socket
import subprocess
import tempfile
import time

import pytest

PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "sinfo")
CONFIGURATION = """ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket={folder}/munge.socket
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
ReturnToService=2
SchedulerParameters=sched_min_interval=0
NodeName={host} NodeAddr=127.0.0.1 CPUs={cores} State=UNKNOWN
PartitionName=all Nodes={host} Default=YES State=UP
"""


class Slurm:
    """Its commands find it by `environ`."""

    def __init__(self):
        path = os.environ["PATH"] + ":/usr/sbin:/sbin"
        found = {name: shutil.which(name, path=path) for name in PROGRAMS}
        missing = [name for name in PROGRAMS if not found[name]]
        if missing:
            pytest.skip(f"{missing[0]} is not installed (Debian: slurm-wlm)")
        self.folder = tempfile.mkdtemp(prefix="khepri-slurm-")
        self.processes = []
        for name in ("state", "spool"):
            os.mkdir(os.path.join(self.folder, name))
        with open(os.open(self.file("key"), os.O_WRONLY | os.O_CREAT, 0o400), "wb") as file:
            file.write(os.urandom(1024))
        with socket.create_server(("127.0.0.1", 0)) as one, socket.create_server(("127.0.0.1", 0)) as other:
            ports = one.getsockname()[1], other.getsockname()[1]
        with open(self.file("slurm.conf"), "w", encoding="utf-8") as file:
            file.write(CONFIGURATION.format(host=socket.gethostname().split(".")[0], user=getpass.getuser(), folder=self.folder, ports=ports,
                                            cores=os.cpu_count()))
        self.environ = dict(os.environ, PATH=path, SLURM_CONF=self.file("slurm.conf"))
        self.start(found["munged"], "--force", "--foreground", f"--key-file={self.file('key')}", f"--socket={self.file('munge.socket')}",
                   f"--pid-file={self.file('munged.pid')}", f"--log-file={self.file('munged.log')}", f"--seed-file={self.file('seed')}")
        self.start(found["slurmctld"], "-D", "-c")
        self.start(found["slurmd"], "-D")
        while "idle" not in subprocess.run([found["sinfo"], "-h", "-o", "%T"], env=self.environ, capture_output=True, text=True, check=False).stdout:
            assert all(process.poll() is None for process in self.processes), self.logs()
            time.sleep(0.2)

    def file(self, name):
        return os.path.join(self.folder, name)

    def start(self, program, *words):
        with open(self.file(os.path.basename(program) + ".output"), "wb") as output:
            self.processes.append(subprocess.Popen([program, *words], env=self.environ, stdin=subprocess.DEVNULL, stdout=output, stderr=output))

    def logs(self):
        said = ""
        for name in sorted(os.listdir(self.folder)):
            if name.endswith((".output", ".log")):
                with open(self.file(name), encoding="utf-8", errors="replace") as file:
                    said += f"{name}: {file.read()[-2000:]}\n"
        return said

    def close(self):
        for process in reversed(self.processes):
            process.terminate()
            process.wait()
        shutil.rmtree(self.folder)
