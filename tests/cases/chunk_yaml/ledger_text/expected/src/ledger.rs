//! A ledger of signed amounts.

use std::collections::BTreeMap;
use std::fmt;

/// An amount in cents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cents(pub i64);

/// What can go wrong.
#[derive(Debug, PartialEq)]
#[non_exhaustive]
pub enum Trouble {
    Unknown(String),
    Overdrawn,
}

#[derive(Debug, Default)]
pub struct Ledger {
    accounts: BTreeMap<String, i64>,
}

impl Ledger {
    /// Opens an account.
    pub fn open(&mut self, name: &str) {
        self.accounts.entry(name.to_owned()).or_insert(0);
    }

    pub fn post(&mut self, name: &str, amount: Cents) -> Result<(), Trouble> {
        let balance = self.accounts.get_mut(name).ok_or(Trouble::Overdrawn)?;
        *balance = balance.saturating_add(amount.0);
        Ok(())
    }

    pub fn balance(&self, name: &str) -> Option<Cents> {
        self.accounts.get(name).map(|cents| Cents(*cents))
    }
}

impl fmt::Display for Cents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:02}", self.0 / 100, self.0 % 100)
    }
}

pub fn parse(text: &str) -> Option<Cents> {
    text.parse().ok().map(Cents)
}
