use std::collections::HashMap;
use std::fs;
use std::io;

/// Settings read from a file of `key = value` lines.
#[derive(Debug, Default)]
pub struct Config {
    values: HashMap<String, String>,
}

impl Config {
    pub fn load(path: &str) -> io::Result<Self> {
        let text = fs::read_to_string(path)?;
        Ok(Self::parse(&text))
    }

    pub fn parse(text: &str) -> Self {
        let mut values = HashMap::new();
        for line in text.lines() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if let Some((key, value)) = line.split_once('=') {
                values.insert(key.trim().to_owned(), value.trim().to_owned());
            }
        }
        Self { values }
    }

    pub fn get(&self, key: &str) -> Option<&str> {
        self.values.get(key).map(String::as_str)
    }

    pub fn number(&self, key: &str) -> Option<i64> {
        self.get(key)?.parse().ok()
    }

    pub fn flag(&self, key: &str) -> bool {
        matches!(self.get(key), Some("yes" | "true" | "1"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_trimmed() {
        let config = Config::parse("a = 1\n");
        assert_eq!(config.get("a"), Some("1"));
    }

    #[test]
    fn comments_are_skipped() {
        let config = Config::parse("# a = 1\n");
        assert_eq!(config.get("a"), None);
    }
}
