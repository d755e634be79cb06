//! Generic search over the contract.
