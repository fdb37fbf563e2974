//! Prints the program's errors as JSON: `cargo run --example errors > errors.json`.
use oracle_program::error::ERRORS;

fn main() {
    let rows: Vec<String> = ERRORS
        .iter()
        .map(|(code, name, meaning)| {
            let meaning = meaning.trim();
            format!("  {{\n    \"code\": {code},\n    \"name\": {name:?},\n    \"message\": {meaning:?}\n  }}")
        })
        .collect();
    println!("[\n{}\n]", rows.join(",\n"));
}
