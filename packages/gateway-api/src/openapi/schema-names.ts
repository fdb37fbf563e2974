import { MAX_NODES } from '@oracle-gateway/protocol';
import type { TSchema } from '@sinclair/typebox';
import { AgentPaymentRequired } from '../agent-payment-required.js';
import { AggregationSchema, ApiConfigSchema, MaxDeviation } from '../api-config.js';
import { EncKeyBundleSchema } from '../enc-key-bundle.js';
import { ErrorBody } from '../error-body.js';
import { Base58Key, DecimalU64, DecimalValue, hexOf, integer, Quorum } from '../fields.js';
import { FlatRoundResult } from '../flat-result.js';
import {
  AbsenceReason,
  AgreeingNodes,
  BrokenSourceRule,
  FailedStep,
  ListedSource,
  MatchedText,
  RoundValue,
  SourceHint,
  SourcePlace,
  SourceStatus,
} from '../list-value.js';
import { NestedRoundResult } from '../nested-result.js';
import { RoundPathText } from '../operations/get-round.js';
import { FailedObservation } from '../operations/simulate.js';
import { PaidResource, PaymentRequired, PaymentTerms, UpstreamQuote } from '../payment-required.js';
import { ProviderDetail, ProviderIdText, ProviderListItem } from '../provider.js';
import { PublicAnswer, FeedValue } from '../public-feed.js';
import { RoundEvidence } from '../round-evidence.js';
import { RoundIdText, RoundPaid, RoundSettlement, RoundStateText } from '../round-fields.js';
import { NextPage } from '../rounds-page.js';
import { Session } from '../session.js';
import { CombineSchema, roundSubjectFields, subjectFields } from '../subject-members.js';

/** Schemas that several operations share, by their names in the document. Requests and answers of one operation are named after it. */
export const sharedSchemas: Readonly<Record<string, TSchema>> = {
  Base58Key,
  Hex20: hexOf(20),
  Hex32: hexOf(32),
  Hex64: hexOf(64),
  DecimalU64,
  DecimalValue,
  WholeNumber: integer('a whole number'),
  Quorum,
  NodeIndex: integer('node index', { maximum: MAX_NODES - 1 }),
  RoundId: RoundIdText,
  RoundPath: RoundPathText,
  RoundState: RoundStateText,
  RoundSettlement,
  RoundPayment: RoundPaid,
  NextPage,
  ProviderId: ProviderIdText,
  MinValues: subjectFields.minValues,
  MaxDeviation,
  Aggregation: AggregationSchema,
  ApiConfig: ApiConfigSchema,
  EncKeyBundle: EncKeyBundleSchema,
  Combine: CombineSchema,
  Sources: subjectFields.apiConfigs,
  EncKeyBundles: subjectFields.encKeyBundles,
  KeepEvidence: roundSubjectFields.evidence,
  RoundValue,
  FeedValue,
  PublicAnswer,
  FailedStep,
  AbsenceReason,
  AgreeingNodes,
  BrokenSourceRule,
  SourceStatus,
  SourcePlace,
  SourceHint,
  MatchedText,
  ListedSource,
  FailedObservation,
  Error: ErrorBody,
  FlatRoundResult,
  NestedRoundResult,
  RoundEvidence,
  PaidResource,
  PaymentTerms,
  UpstreamQuote,
  PaymentRequired,
  AgentPaymentRequired,
  Session,
  ProviderListItem,
  Provider: ProviderDetail,
};
