import type { PresentationAnswer } from '../credentials/request/presentation.ts';
import type { Identity } from './authority.ts';
import { answerAs, type Holder, type WalletFormat } from './holder.ts';
import type { Fault } from './scenario.ts';
import type { WalletRequest } from './wallet.ts';

/** A person's choice in the test wallet. */
export interface WalletAnswerChoice {
  holder: Holder;
  format: WalletFormat;
  /** The id of the answered query; by default the first one of the format. */
  query?: string;
  /** `null`: a valid answer. */
  fault: Fault | null;
  /** The URI of the status list that the credential names, with index 2; `null`: it has no status. */
  statusUri: string | null;
}

/** The index of every credential in its status list. */
const STATUS_INDEX = 2;

/** Answers a request as chosen: valid, or with a fault of the catalogue. @param origin of the requesting page */
export function answerWith(
  { holder, format, query, fault, statusUri }: WalletAnswerChoice,
  request: WalletRequest,
  origin: string,
  issuing: { now: number; root: Identity; signer: Identity },
): PresentationAnswer {
  const changes = fault?.inAnswer?.changes?.(issuing) ?? {};
  const { now, root, signer } = issuing;
  const status = statusUri === null ? null : { uri: statusUri, idx: STATUS_INDEX };
  const issuer = { root, signer };
  const answer = answerAs(holder, request, origin, {
    format,
    ...(query && { query }),
    now,
    issuer,
    status,
    changes,
  });
  fault?.inAnswer?.editAnswer?.(answer);
  return answer;
}

/** Whether an answer of this format by this protocol can have the fault. */
export function isPossible({ inAnswer }: Fault, format: WalletFormat, protocol: string): boolean {
  if (!inAnswer) return false;
  const { format: faultFormat, protocols } = inAnswer;
  return (
    (faultFormat === null || faultFormat === format) && (protocols === null || protocols.includes(protocol))
  );
}
