/** Evidence of a round that three of four nodes signed in tolerance mode, as a gateway answered it; its signatures verify. */
export const EXAMPLE_EVIDENCE_ROUND = 'GRzJ46uSNiqMoiqktfVWPHEoEnr9pySheTVKke2J41kv';

export const exampleEvidence = {
  gateway: 'A6SQ72pf7Jmki7smHiRqYsjG7fqmzzQgpbXuv585rcGS',
  feedId: '0xe75230f2bb7af3df2aae04add3547715b81e5149e644e56f23a1e956484e33c8',
  sourceId: '0xc644c4f1b69473a22de3e85c96425e414e9dcd5a3e9007c92561f7152fa0cfe8',
  signaturesRequired: 3,
  registryVersion: 1,
  timestampMs: 1795439628000,
  eligible: [0, 1, 2, 3],
  gatewayNonce: '0x1f413f45f5651b86cc44d6e24c632208',
  attempt: 0,
  fixedAtMs: 1795439629138,
  observations: [
    {
      index: 0,
      value: '0x0000000000000000000000000000000000000000000000000000000000629d6f',
      observedAtMs: 1795439629063,
      signature: {
        s: '0x1be76d08904868a0478c8bb20e241d3efb9c6c171ff0dcc2806a88b40ef6b44e',
        commitment: '0xc9032a8aed8a7ae47a0b4dad4f0492eeae1c2609',
      },
    },
    {
      index: 1,
      value: '0x0000000000000000000000000000000000000000000000000000000000629d6f',
      observedAtMs: 1795439629071,
      signature: {
        s: '0x3030f5a9837838c4a013f2048273067f22800cbf80ec7d86e304cf47a676fff6',
        commitment: '0xb3fa49259cdbe2f8b0ca6cb72e5bdb87ac6d354a',
      },
    },
    {
      index: 2,
      value: '0x0000000000000000000000000000000000000000000000000000000000629d6f',
      observedAtMs: 1795439629078,
      signature: {
        s: '0xb581db38b503facca5f9dc42db57194b79afde7b9a5fa16ae8507c90f6f96cb7',
        commitment: '0x5510ee18e3e22ccad43285a4711229081ba81a3d',
      },
    },
  ],
  survivors: [0, 1, 2],
  signers: [
    {
      index: 0,
      d: '0x029dba3984264c69e8caf34658e1aec0aa66ca3491d2abd3ba36e78480dedd0e2e',
      e: '0x03283e2a980ae554f1d8e084deff1ee7b6a331084ae87591dfa1ac026801886f8f',
    },
    {
      index: 1,
      d: '0x0270d5ab6229d6aa0154504c55773bdce53080331522b155c5bfe711479a6cd64c',
      e: '0x0384d9153d9e070f3967a7b716553d3c2c73b4a505d3635f2b02a7b6ae07b8df72',
    },
    {
      index: 2,
      d: '0x02282573674388326a2b2344341dd43812be1da09c00b66618b1726618d03ce63d',
      e: '0x03fdece3a7656ca2928f3a56cf9549ca18294d51fb16dd6653ab3f468d6bb23af7',
    },
  ],
  value: '0x0000000000000000000000000000000000000000000000000000000000629d6f',
  s: '0x8a3d66844d0ea58bf49107187ecf6c727861c5f8778c5e7caaf5bfda5fd46863',
  commitment: '0xe627a8fa02cce8b24bac4dae15976e43a423b6ed',
} as const;
