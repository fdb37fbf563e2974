//! The escrow of a payer and a gateway, with or without an account.
use crate::{
    accounts::{self, agent_escrow::AgentEscrow},
    address::{self, ESCROW_SEED},
    create::{find_vacant, Creator},
    error::OracleError,
    guard,
};
use pinocchio::{error::ProgramError, AccountView, Address, ProgramResult};
use zerocopy::IntoBytes;

/// Contents of an AgentEscrow account: the present ones, or the first ones of an account to create.
pub struct Escrow {
    pub contents: AgentEscrow,
    exists: bool,
}

impl Escrow {
    /// Reads the escrow that `payer` has with the Gateway account at `gateway`.
    ///
    /// # Errors
    /// `WrongAddress` for another escrow's account; errors of `accounts::read`; `NotWritable` for an account to create.
    #[inline(never)]
    pub fn read(
        account: &AccountView,
        payer: &Address,
        gateway: &Address,
        mint: &[u8; 32],
        program_id: &Address,
    ) -> Result<Self, ProgramError> {
        if account.owned_by(&pinocchio_system::ID) {
            let bump = find_vacant(account, &[ESCROW_SEED, payer.as_ref(), gateway.as_ref()], program_id)?;
            let mint = Address::new_from_array(*mint);
            let (_, tokens_bump) = address::find_associated_token_account(account.address(), &mint);
            let contents = AgentEscrow::new(payer.as_array(), gateway.as_array(), bump, tokens_bump);
            return Ok(Self { contents, exists: false });
        }
        let contents = accounts::read::<AgentEscrow>(account, program_id)?.clone();
        if contents.authority != *payer.as_array() || contents.gateway != *gateway.as_array() {
            return Err(OracleError::WrongAddress.into());
        }
        Ok(Self { contents, exists: true })
    }

    /// Creates the account if it does not exist.
    ///
    /// # Errors
    /// Errors of `Creator::create_at`.
    pub fn ensure(&self, account: &mut AccountView, creator: &Creator) -> ProgramResult {
        if self.exists {
            return Ok(());
        }
        let seeds: [&[u8]; 3] = [ESCROW_SEED, &self.contents.authority, &self.contents.gateway];
        creator.create_at(account, &seeds, self.contents.bump, size_of::<AgentEscrow>())?;
        self.write(account)
    }

    /// Writes the contents to the account, after `ensure`.
    ///
    /// # Errors
    /// `NotWritable`.
    pub fn write(&self, account: &mut AccountView) -> ProgramResult {
        guard::writable(account)?;
        let mut bytes = account.try_borrow_mut()?;
        self.contents.write_to(&mut bytes).map_err(|_| OracleError::WrongAccountKind.into())
    }
}
