import type { Transport } from '../../client/transport.ts';
import type { Case, CreateCase, CreatedCase, Decide, DecidedCase } from '../../contract/case.ts';
import type { Consent, GiveConsent, ShownConsent } from '../../contract/consent.ts';
import { endpoints } from '../../contract/endpoints.ts';
import type { ConfirmHandoff, Handoff, StartedHandoff } from '../../contract/handoff.ts';
import type { Link, LinkTexts } from '../../contract/link.ts';
import type { ListCases } from '../../contract/page.ts';
import type {
  PersonalDetails,
  PersonalDetailsReceipt,
  StoredPersonalDetails,
} from '../../contract/personalDetails.ts';
import type { CaseClaim } from '../../contract/review.ts';
import type { CreateSessionKey, SessionKey } from '../../contract/sessionKey.ts';
import { pagedList } from '../pagedList.ts';
import type { PostOptions, RequestOptions } from '../requestOptions.ts';
import { type WaitOptions, waitForCase } from '../waitForCase.ts';

export type Cases = ReturnType<typeof casesOf>;

/** The calls for cases. */
export function casesOf(send: Transport) {
  const retrieve = (id: string, options?: RequestOptions) =>
    send<Case>(endpoints.retrieveCase, { params: { id }, ...options });
  return {
    create: (body: CreateCase, options?: PostOptions) =>
      send<CreatedCase>(endpoints.createCase, { body, ...options }),
    retrieve,
    /** Newest first. Awaited: one page; with `for await`: every case. */
    list: (query: Partial<ListCases> = {}, options?: RequestOptions) =>
      pagedList<Case>(
        (cursor) => send(endpoints.listCases, { query: { ...query, cursor }, ...options }),
        query.cursor,
      ),
    giveConsent: (id: string, body: GiveConsent, options?: PostOptions) =>
      send<Consent>(endpoints.giveConsent, { params: { id }, body, ...options }),
    /** Needs the scope `pii:read`; every read is logged. */
    retrieveConsent: (id: string, options?: RequestOptions) =>
      send<ShownConsent>(endpoints.retrieveConsent, { params: { id }, ...options }),
    submitPersonalDetails: (id: string, body: PersonalDetails, options?: PostOptions) =>
      send<PersonalDetailsReceipt>(endpoints.submitPersonalDetails, { params: { id }, body, ...options }),
    /** Needs the scope `pii:read`. */
    retrievePersonalDetails: (id: string, options?: RequestOptions) =>
      send<StoredPersonalDetails>(endpoints.retrievePersonalDetails, { params: { id }, ...options }),
    cancel: (id: string, options?: PostOptions) =>
      send<Case>(endpoints.cancelCase, { params: { id }, ...options }),
    /** Permanently erases all personal data of the case. Needs the scope `cases:erase`. */
    erase: (id: string, options?: RequestOptions) =>
      send<Case>(endpoints.eraseCase, { params: { id }, ...options }),
    /**
     * Records a reviewer's decision. With `proposed` a second reviewer has to confirm it, and nothing has changed yet.
     */
    decide: (id: string, body: Decide, options?: PostOptions) =>
      send<DecidedCase>(endpoints.decideCase, { params: { id }, body, ...options }),
    /** Claims a case in review for ten minutes, or renews the claim. */
    claim: (id: string, options?: PostOptions) =>
      send<CaseClaim>(endpoints.claimCase, { params: { id }, ...options }),
    /** Releases a claimed case. */
    release: (id: string, options?: RequestOptions) =>
      send<CaseClaim>(endpoints.releaseCase, { params: { id }, ...options }),
    createSessionKey: (id: string, body: CreateSessionKey, options?: PostOptions) =>
      send<SessionKey>(endpoints.createSessionKey, { params: { id }, body, ...options }),
    revokeSessionKeys: (id: string, options?: RequestOptions) =>
      send<void>(endpoints.revokeSessionKeys, { params: { id }, ...options }),
    ...linkOf(send),
    ...handoffOf(send),
    /** Polls until the case is decided, in review or ended. Prefer webhooks if you can receive them. */
    waitFor: (id: string, options?: WaitOptions) => waitForCase(retrieve, id, options),
  };
}

function linkOf(send: Transport) {
  return {
    /** Creates the link to the hosted page and ends an earlier one. Needs the scope `sessions:write`. */
    createLink: (id: string, options?: PostOptions) =>
      send<Link>(endpoints.createLink, { params: { id }, ...options }),
    /** The link as a QR code: the bytes of an SVG. */
    drawLink: (id: string, options?: RequestOptions) =>
      send<Uint8Array>(endpoints.drawLink, { params: { id }, accept: 'image/svg+xml', ...options }),
    /** An e-mail and an SMS with the link, in the given language; default: that of the case. */
    retrieveLinkTexts: (id: string, query: { language?: string } = {}, options?: RequestOptions) =>
      send<LinkTexts>(endpoints.retrieveLinkTexts, { params: { id }, query, ...options }),
    /** Ends the link to the hosted page. */
    deleteLink: (id: string, options?: RequestOptions) =>
      send<void>(endpoints.deleteLink, { params: { id }, ...options }),
  };
}

function handoffOf(send: Transport) {
  return {
    /** Starts the hand-off to a phone, or draws its next code. */
    startHandoff: (id: string, options?: PostOptions) =>
      send<StartedHandoff>(endpoints.startHandoff, { params: { id }, ...options }),
    retrieveHandoff: (id: string, options?: RequestOptions) =>
      send<Handoff>(endpoints.retrieveHandoff, { params: { id }, ...options }),
    /** Enters the four digits that the phone shows. */
    confirmHandoff: (id: string, body: ConfirmHandoff, options?: PostOptions) =>
      send<Handoff>(endpoints.confirmHandoff, { params: { id }, body, ...options }),
    endHandoff: (id: string, options?: RequestOptions) =>
      send<void>(endpoints.endHandoff, { params: { id }, ...options }),
  };
}
