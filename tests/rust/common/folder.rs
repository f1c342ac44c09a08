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
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Best effort: what is left does no harm.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
