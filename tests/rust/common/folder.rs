//! A folder for one test.

use std::path::{Path, PathBuf};

/// A new folder that goes when the value does.
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// The name must be that of no other test.
    pub(crate) fn new(name: &str) -> Self {
        let folder = format!("fanorona-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(folder);
        std::fs::create_dir(&path).expect("a new folder");
        Self(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Makes a pipe, which blocks whoever opens it.
    #[cfg(unix)]
    pub(crate) fn pipe(&self, name: &str) -> PathBuf {
        let path = self.0.join(name);
        let made = std::process::Command::new("mkfifo").arg(&path).status().expect("mkfifo");
        assert!(made.success());
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Best effort: what is left does no harm.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
