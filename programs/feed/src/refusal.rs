//! Why a feed is refused.

macro_rules! refusals {
    ($($(#[doc = $doc:literal])+ $name:ident = $code:literal,)+) => {
        /// Why a feed or a value is refused. Its code as a custom program error is `refusal as u32`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u32)]
        pub enum Refusal {
            $($(#[doc = $doc])+ $name = $code,)+
        }

        impl Refusal {
            /// Every refusal.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// The name of the variant.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$name => stringify!($name),)+
                }
            }

            /// The fault, in one sentence.
            pub const fn message(self) -> &'static str {
                match self {
                    $(Self::$name => concat!($($doc),+),)+
                }
            }
        }
    };
}

refusals! {
    /// The account is not owned by the oracle program.
    WrongOwner = 7000,
    /// The account is not a feed.
    NotAFeed = 7001,
    /// The feed is another one: of another source, owner or quorum.
    AnotherFeed = 7002,
    /// The feed does not say yet how its values are packed: send `show_source` with the source's text once.
    UnknownMode = 7003,
    /// The feed's values are packed in another mode, or with other decimals.
    AnotherMode = 7004,
    /// Fewer nodes signed the value than required.
    TooFewSignatures = 7005,
    /// A registry version signed the value that is older than the oldest accepted one.
    OldVersion = 7006,
    /// The value is older than allowed.
    Stale = 7007,
    /// The value's time is further ahead of the ledger's clock than an honest value can be.
    Ahead = 7008,
    /// The value does not fit the integer that was asked for.
    OutOfRange = 7009,
    /// The feed has no value yet: send `submit` with one.
    NoValue = 7010,
    /// The value is not newer than the last one that was used.
    NotNewer = 7011,
    /// The account is not the oracle's Config.
    NotAConfig = 7012,
    /// The price differs from the last one by more than the program allows in this time.
    StepTooLarge = 7013,
    /// The stamps of two prices that are used together lie too far apart.
    TooFarApart = 7014,
}

/// Distance between the codes of two feeds.
const CODES_A_FEED: u32 = 100;

impl Refusal {
    /// The custom program error where a program reads several feeds: the code says which feed it was, counted from 0. Feed 2 that is stale
    /// is 7207.
    pub const fn code_of_feed(self, place: u8) -> u32 {
        self as u32 + CODES_A_FEED * place as u32
    }
}

impl core::fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.write_str(self.message().trim_start())
    }
}

impl core::error::Error for Refusal {}

#[cfg(test)]
#[path = "refusal_tests.rs"]
mod tests;
