//! aec
