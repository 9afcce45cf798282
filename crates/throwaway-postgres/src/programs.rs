use std::fs;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use rustix::process::geteuid;

/// Where Debian has its servers, each in a folder named by its version.
const DEBIAN: &str = "/usr/lib/postgresql";

/// PostgreSQL's programs, and who runs them.
#[derive(Clone, Debug)]
pub(crate) struct Programs {
    /// Their folder; `None` if they are found by `PATH`.
    folder: Option<PathBuf>,
    /// Who runs the server, which refuses to be run by root; `None` for whoever runs the test.
    user: Option<User>,
}

/// A user that Debian's package has made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct User {
    pub(crate) user: u32,
    pub(crate) group: u32,
}

impl Programs {
    /// Finds the newest ones.
    pub(crate) fn find() -> Result<Self> {
        let folder = newest(Path::new(DEBIAN));
        let is_on_path = || {
            let mut command = Command::new("initdb");
            command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
            command.status().is_ok_and(|status| status.success())
        };
        if folder.is_none() && !is_on_path() {
            bail!(
                "This needs a PostgreSQL server: install Debian's package `postgresql`, or put \
                 `initdb` and `postgres` on the PATH."
            );
        }
        let user = if geteuid().is_root() { Some(User::postgres()?) } else { None };
        Ok(Self { folder, user })
    }

    /// A call of one of them, by the user who may run it.
    pub(crate) fn command(&self, name: &str) -> Command {
        let program = match &self.folder {
            Some(folder) => folder.join(name),
            None => PathBuf::from(name),
        };
        let mut command = Command::new(program);
        // The folder of the caller may be closed to the other user.
        command.current_dir("/").stdin(Stdio::null());
        if let Some(User { user, group }) = self.user {
            command.uid(user).gid(group);
        }
        command
    }

    /// Who owns what the server writes, if that is not the caller.
    pub(crate) const fn user(&self) -> Option<User> {
        self.user
    }
}

impl User {
    fn postgres() -> Result<Self> {
        let ask = |option| -> Result<u32> {
            let answer = Command::new("id").args([option, "postgres"]).output()?;
            let number = String::from_utf8(answer.stdout)?;
            number.trim_end().parse().context(
                "PostgreSQL refuses to be run by root, and there is no user `postgres` to run it: \
                 install Debian's package `postgresql`, which makes one.",
            )
        };
        Ok(Self { user: ask("-u")?, group: ask("-g")? })
    }
}

/// The folder of the programs of the newest version in Debian's folder.
fn newest(debian: &Path) -> Option<PathBuf> {
    let versions = fs::read_dir(debian).ok()?.filter_map(|entry| {
        let version: u32 = entry.ok()?.file_name().to_str()?.parse().ok()?;
        let folder = debian.join(version.to_string()).join("bin");
        // A version may be there as a client only.
        folder.join("postgres").exists().then_some((version, folder))
    });
    versions.max().map(|(_, folder)| folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_version_with_a_server_is_taken() {
        let debian = tempfile::tempdir().unwrap();
        assert_eq!(newest(debian.path()), None);
        for (version, program) in [("9", "postgres"), ("15", "postgres"), ("17", "psql")] {
            let folder = debian.path().join(version).join("bin");
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join(program), "").unwrap();
        }
        assert_eq!(newest(debian.path()), Some(debian.path().join("15/bin")));
    }

    #[test]
    fn a_machine_without_the_package_has_no_version() {
        assert_eq!(newest(Path::new("/no/such/folder")), None);
    }
}
