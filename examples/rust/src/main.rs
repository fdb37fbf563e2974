//! usage: cargo run -- <file>

use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: cargo run -- <file>");
        return ExitCode::from(2);
    };
    let text = std::fs::read_to_string(&path).expect("the file must be readable");
    let line = serde_json::from_str(&text).expect("the file must be JSON");
    match verify::verify(&line) {
        Ok(verified) => {
            println!("{}", verified.value);
            println!(
                "signed by nodes {:?}, observed at {} ms",
                verified.signers, verified.observed_at
            );
            ExitCode::SUCCESS
        }
        Err(reason) => {
            eprintln!("REFUSED: {reason}");
            ExitCode::FAILURE
        }
    }
}
