import type { ApiConfigBody, EncKeyBundle } from '@oracle-gateway/gateway-api';
import {
  type AllowedSources,
  ContractError,
  literalAddressAllowed,
  requireBodyPlace,
  requirePayableSource,
  SourceAddressError,
  requireSecretSource,
} from '@oracle-gateway/node-api';
import { type ApiConfig, ApiConfigError, type Combine, fetchUrl, fromHex, secretNames, toHex, SOURCE_FORM } from '@oracle-gateway/protocol';
import { isDecidedBySet, parseSubject, requireAcceptedLevel, sourceMember, type Subject } from '@oracle-gateway/protocol/internal';
import type { RegistryNodesReader } from '@oracle-gateway/ledger';
import { nodeOfRegistry, type RegistryAccount } from '@oracle-gateway/protocol/accounts';
import type { SealedSecrets, SealedSources } from '../engine/index.js';
import { GatewayError } from '../errors/gateway-error.js';

/** The members of every path's request that name its subject. */
export interface RequestedMembers {
  readonly apiConfig?: ApiConfigBody;
  readonly apiConfigs?: readonly ApiConfigBody[];
  readonly minValues?: number;
  readonly combine?: Combine;
  readonly encKeyBundle?: EncKeyBundle | null;
  readonly encKeyBundles?: readonly (EncKeyBundle | null)[];
  readonly evidence?: boolean;
}

/** The subject, and what is sealed for the nodes that fetch its sources. */
export interface RequestedSubject {
  readonly subject: Subject;
  /** An entry for each source, null for one that its caller brings no secrets for; undefined where it brings none at all. */
  readonly sealed: SealedSources | undefined;
  /** The evidence of a list is kept with its result. */
  readonly keepsEvidence: boolean;
}

/** Reads the subjects of requests as far as they can be judged by themselves. Throws a 400 {@link GatewayError} naming field and rule. */
export interface SubjectReader {
  read(members: RequestedMembers): RequestedSubject;
  /** The subject alone, whatever secrets its sources need. */
  readSubject(members: RequestedMembers): Subject;
  /** Judges a subject whose source is paid by the caller besides; `member` says so in the request. */
  requirePayable(subject: Subject, member: string): void;
}

export interface SubjectReaderDeps {
  readonly allowedSources: AllowedSources;
  /** The gateway brings the secret of this source if its caller brings none. */
  readonly isSponsored: (apiConfig: ApiConfig) => boolean;
}

export function createSubjectReader(deps: SubjectReaderDeps): SubjectReader {
  const { allowedSources } = deps;
  return {
    readSubject,
    read(members) {
      const subject = readSubject(members);
      const sealed = readBundles(subject, members, deps);
      const { evidence: keepsEvidence = false } = members;
      if (keepsEvidence && !isDecidedBySet(subject))
        throw invalid('evidence: must come with several sources, or with a source of tolerance mode');
      return { subject, sealed, keepsEvidence };
    },
    requirePayable({ sources: [only, ...others] }, member) {
      if (only === undefined || others.length > 0) throw invalid(`${member}: must not come with apiConfigs`);
      try {
        requirePayableSource(only.apiConfig, allowedSources);
      } catch (error) {
        if (error instanceof ContractError) throw invalid(error.message);
        throw error;
      }
    },
  };
}

function readSubject(members: RequestedMembers): Subject {
  try {
    const subject = parseSubject(members);
    for (const [place, { apiConfig }] of subject.sources.entries()) requireAcceptedLevel(apiConfig, sourceMember(subject, place));
    return subject;
  } catch (error) {
    if (error instanceof ApiConfigError) throw invalid(error.message);
    throw error;
  }
}

/** Only a literal address and the place of a body are judged here; what a name resolves to is judged by the node that connects. */
function requireReachableSource(
  apiConfig: ApiConfig,
  { member, allowedSources }: { readonly member: string; readonly allowedSources: AllowedSources },
): void {
  try {
    requireBodyPlace(apiConfig, allowedSources, member);
    if (literalAddressAllowed(fetchUrl(apiConfig), allowedSources)) return;
  } catch (error) {
    if (error instanceof ContractError) throw invalid(error.message);
    if (error instanceof SourceAddressError) throw invalid(`${member}.url: ${error.message}`);
    throw error;
  }
  throw new GatewayError('source_not_public', { detail: `${member}.url: the host must be a public address` });
}

/** The bundles of a request, each judged as for its source alone, as the source is. */
function readBundles(
  subject: Subject,
  { encKeyBundle, encKeyBundles }: RequestedMembers,
  { allowedSources, isSponsored }: SubjectReaderDeps,
): SealedSources | undefined {
  const { form, sources } = subject;
  const ofSeveral = form !== SOURCE_FORM;
  if (ofSeveral && (encKeyBundle ?? null) !== null) throw invalid('encKeyBundle: must be encKeyBundles beside apiConfigs');
  if (!ofSeveral && encKeyBundles !== undefined) throw invalid('encKeyBundles: must come with apiConfigs');
  if (encKeyBundles !== undefined && encKeyBundles.length !== sources.length)
    throw invalid(`encKeyBundles: must hold ${sources.length} entries, a bundle or null for each source`);
  const sealed = sources.map(({ apiConfig }, place) => {
    const names = { member: sourceMember(subject, place), bundleMember: bundleMember(subject, place) };
    requireReachableSource(apiConfig, { ...names, allowedSources });
    const bundle = (ofSeveral ? encKeyBundles?.[place] : encKeyBundle) ?? null;
    const needsBundle = bundle !== null || (secretNames(apiConfig).length > 0 && !isSponsored(apiConfig));
    return !needsBundle ? null : readEncKeyBundle(bundle, apiConfig, { ...names, allowedSources });
  });
  return sealed.some((one) => one !== null) ? sealed : undefined;
}

function bundleMember({ form }: Pick<Subject, 'form'>, place: number): string {
  return form === SOURCE_FORM ? 'encKeyBundle' : `encKeyBundles[${place}]`;
}

interface BundleRules {
  /** Names of the source and of its bundle in the request. */
  readonly member: string;
  readonly bundleMember: string;
  readonly allowedSources: AllowedSources;
}

/**
 * The bundle of a source that holds placeholders; null for a source that holds none. Throws a 400 {@link GatewayError} when one
 * is there without the other, and for secrets that would travel in clear.
 */
export function readEncKeyBundle(bundle: EncKeyBundle | null, apiConfig: ApiConfig, rules: BundleRules): SealedSecrets | null {
  const { member, allowedSources } = rules;
  const isPrivate = secretNames(apiConfig).length > 0;
  if (bundle === null) {
    if (isPrivate) throw invalid(`${rules.bundleMember}: is required for the {{secret.<name>}} placeholders of ${member}`);
    return null;
  }
  if (!isPrivate) throw invalid(`${rules.bundleMember}: must come with {{secret.<name>}} placeholders in ${member}`);
  try {
    requireSecretSource(apiConfig, allowedSources, member);
  } catch (error) {
    throw error instanceof ContractError ? invalid(error.message) : error;
  }
  const { ephemeralPub, nonceSym, ciphertext, envelopes } = bundle;
  return {
    ephemeralPub: canonicalHex(ephemeralPub),
    nonceSym: canonicalHex(nonceSym),
    ciphertext: canonicalHex(ciphertext),
    envelopes: new Map(Object.entries(envelopes).map(([index, envelope]) => [Number(index), canonicalHex(envelope)])),
  };
}

/**
 * Each bundle must have one envelope for every node that `GET /v1/nodes` lists, and none for an index without a key: which nodes a round asks
 * is not the caller's to choose. A node whose account and registry differ is not listed, so its envelope may be missing while its key is replaced.
 * Throws a 400 {@link GatewayError}.
 */
export async function requireEnvelopes(
  { subject, sealed }: Pick<RequestedSubject, 'subject' | 'sealed'>,
  registry: RegistryAccount,
  { ledger }: { readonly ledger: RegistryNodesReader },
): Promise<void> {
  if (sealed === undefined) return;
  const listed = (await ledger.nodes(registry)).filter((node) => nodeOfRegistry(node, registry) !== null);
  sealed.forEach((secrets, place) => {
    if (secrets === null) return;
    const member = `${bundleMember(subject, place)}.envelopes`;
    const missing = listed.find(({ index }) => !secrets.envelopes.has(index));
    if (missing !== undefined) throw invalid(`${member}: must hold one for node ${missing.index}`);
    for (const index of secrets.envelopes.keys()) {
      if ((registry.keys[index] ?? null) === null) throw invalid(`${member}: must hold none for index ${index}, which has no node`);
    }
  });
}

function canonicalHex(text: string): string {
  return toHex(fromHex(text));
}

function invalid(detail: string): GatewayError {
  return new GatewayError('invalid_request', { detail });
}
