"""The private cluster with accounting: slurmdbd, and a MariaDB of its own behind it.

slurmdbd can't be bound to the loopback alone, unlike all others; it answers the cluster's own key.
"""

from __future__ import annotations

import secrets
import subprocess

from cluster import WAIT_SECONDS, Cluster
from configuration import ClusterError, free_ports, user_name

ACCOUNT = "project"
# Jobs are forgotten by slurmctld soon, for accounting to be asked.
SLURM_CONF = """\
AccountingStorageType=accounting_storage/slurmdbd
AccountingStorageHost=127.0.0.1
AccountingStoragePort={port}
AccountingStoragePass={socket}
AccountingStorageEnforce=associations,limits,qos
MinJobAge=2"""
SLURMDBD_CONF = """\
AuthType=auth/munge
AuthInfo=socket={folder}/munge/socket
DbdHost=localhost
DbdAddr=127.0.0.1
DbdPort={port}
SlurmUser={user}
PidFile={folder}/slurmdbd.pid
LogFile={folder}/log/slurmdbd.log
StorageType=accounting_storage/mysql
StorageHost=127.0.0.1
StoragePort={storage_port}
StorageUser=slurm
StoragePass={password}
"""


class AccountedCluster(Cluster):
    """A cluster where jobs need an account, and where whoever runs this has one."""

    def __init__(self) -> None:
        self._port, self._storage_port = free_ports(2)
        super().__init__()
        socket = self.folder / "munge" / "socket"
        self.more = SLURM_CONF.format(port=self._port, socket=socket)

    def _start_services(self) -> None:
        super()._start_services()
        password = secrets.token_hex(16)
        self._start_database(password)
        text = SLURMDBD_CONF.format(
            folder=self.folder,
            port=self._port,
            user=user_name(),
            storage_port=self._storage_port,
            password=password,
        )
        (self.folder / "slurmdbd.conf").touch(mode=0o600)
        (self.folder / "slurmdbd.conf").write_text(text)
        self._start("slurmdbd", ["slurmdbd", "-D"])
        self.wait_for(
            "slurmdbd", lambda: bool(self.call("sacctmgr", "-n", "show", "qos", check=False))
        )
        self.call("sacctmgr", "-i", "add", "cluster", "fftbench")
        self.call("sacctmgr", "-i", "add", "account", ACCOUNT)
        self.call("sacctmgr", "-i", "add", "user", user_name(), f"account={ACCOUNT}")

    def _start_database(self, password: str) -> None:
        data = self.folder / "database"
        install = ["mariadb-install-db", "--no-defaults", f"--datadir={data}", "--skip-test-db"]
        install += ["--auth-root-authentication-method=normal", f"--user={user_name()}"]
        done = subprocess.run(
            install, capture_output=True, text=True, timeout=WAIT_SECONDS, check=False
        )
        if done.returncode:
            raise ClusterError(f"mariadb-install-db failed: {done.stdout}{done.stderr}")
        grants = self.folder / "grants.sql"
        grants.touch(mode=0o600)
        grants.write_text(
            f"CREATE USER slurm@'127.0.0.1' IDENTIFIED BY '{password}';\n"
            "GRANT ALL ON slurm_acct_db.* TO slurm@'127.0.0.1';\n"
        )
        words = ["mariadbd", "--no-defaults", f"--datadir={data}", f"--user={user_name()}"]
        words += ["--bind-address=127.0.0.1", f"--port={self._storage_port}", "--skip-name-resolve"]
        words += [f"--socket={self.folder}/database.sock", f"--init-file={grants}"]
        self._start("mariadbd", words)
        ready = self.folder / "database.sock"
        self.wait_for("mariadbd", ready.exists)
