//! Little-endian integers of alignment 1.

macro_rules! integer {
    ($(#[$doc:meta])+ $name:ident, $native:ty) => {
        $(#[$doc])+
        #[derive(Clone, Copy, PartialEq, Eq, Default)]
        #[repr(transparent)]
        pub struct $name([u8; 8]);

        impl $name {
            pub const fn new(value: $native) -> Self {
                Self(value.to_le_bytes())
            }

            pub const fn get(self) -> $native {
                <$native>::from_le_bytes(self.0)
            }

            pub fn set(&mut self, value: $native) {
                *self = Self::new(value);
            }
        }
    };
}

integer!(
    /// A count, an amount or a duration.
    U64,
    u64
);
integer!(
    /// A time in unix seconds; 0 is *never*.
    I64,
    i64
);
