//! Prints the digest of every `seed:rounds` given, one per line, in hexadecimal.
fn main() {
    for case in std::env::args().skip(1) {
        let (seed, rounds) = case.split_once(':').expect("seed:rounds");
        let number = |text: &str| text.parse().expect("a number of 64 bits");
        println!("{:016x}", toolchain_check::digest(number(seed), number(rounds)));
    }
}
