import type { Kysely } from 'kysely';
import type { OpenVault } from '../openVault.ts';
import type { Database } from '../schema.ts';
import { start } from './0001_start.ts';
import { retention } from './0002_retention.ts';
import { addReferenceImages } from './0003_reference_images.ts';
import { screening } from './0004_screening.ts';
import { answersOfCases } from './0005_answers_of_cases.ts';
import { decisions } from './0006_decisions.ts';
import { screeningsToErase } from './0007_screenings_to_erase.ts';
import { addPrefill } from './0008_prefill.ts';
import { lanes } from './0009_lanes.ts';
import { addAmlLists } from './0010_aml_lists.ts';
import { selfieTrails } from './0011_selfie_trails.ts';
import { keysAndPages } from './0012_keys_and_pages.ts';
import { growth } from './0013_growth.ts';
import { auditChain } from './0014_audit_chain.ts';
import { addEntitiesSeen } from './0016_entities_seen.ts';
import { filing } from './0017_filing.ts';
import { addRootKeys } from './0018_root_keys.ts';
import { sealCustomerFields } from './0019_customer_fields.ts';
import { addQuarantine } from './0020_quarantine.ts';
import { addRateLimits } from './0021_rate_limits.ts';
import { caseKeys } from './0022_case_keys.ts';
import { screeningFilters } from './0023_screening_filters.ts';
import { openCases } from './0024_open_cases.ts';
import { addReplays } from './0025_replays.ts';
import { evidence } from './0027_evidence.ts';
import { decisionsAppend } from './0028_decisions_append.ts';
import { notCompared } from './0029_not_compared.ts';
import { monitoringDays } from './0031_monitoring_days.ts';
import { erasableKeys } from './0032_erasable_keys.ts';
import { auditMacs } from './0033_audit_macs.ts';
import { addDamaged } from './0034_damaged.ts';
import { wholeLists } from './0035_whole_lists.ts';
import { exceptions } from './0036_exceptions.ts';
import { addConsentTexts } from './0037_consent_texts.ts';
import { reviews } from './0038_reviews.ts';
import { addLinks } from './0039_links.ts';
import { addHandoffs } from './0040_handoffs.ts';
import { addListEnds } from './0041_list_ends.ts';
import { addCredentials } from './0042_credentials.ts';
import { addKnownPairs } from './0043_known_pairs.ts';
import { addCredentialHandoffs } from './0044_credential_handoffs.ts';

/** All migrations by number and name. Migrations are only added; a released one never changes. */
export const migrations: Readonly<
  Record<string, (db: Kysely<Database>, openVault: OpenVault) => Promise<void>>
> = {
  '0001_start': start,
  '0002_retention': retention,
  '0003_reference_images': addReferenceImages,
  '0004_screening': screening,
  '0005_answers_of_cases': answersOfCases,
  '0006_decisions': decisions,
  '0007_screenings_to_erase': screeningsToErase,
  '0008_prefill': addPrefill,
  '0009_lanes': lanes,
  '0010_aml_lists': addAmlLists,
  '0011_selfie_trails': selfieTrails,
  '0012_keys_and_pages': keysAndPages,
  '0013_growth': growth,
  '0014_audit_chain': auditChain,
  '0016_entities_seen': addEntitiesSeen,
  '0017_filing': filing,
  '0018_root_keys': addRootKeys,
  '0019_customer_fields': sealCustomerFields,
  '0020_quarantine': addQuarantine,
  '0021_rate_limits': addRateLimits,
  '0022_case_keys': caseKeys,
  '0023_screening_filters': screeningFilters,
  '0024_open_cases': openCases,
  '0025_replays': addReplays,
  '0027_evidence': evidence,
  '0028_decisions_append': decisionsAppend,
  '0029_not_compared': notCompared,
  '0031_monitoring_days': monitoringDays,
  '0032_erasable_keys': erasableKeys,
  '0033_audit_macs': auditMacs,
  '0034_damaged': addDamaged,
  '0035_whole_lists': wholeLists,
  '0036_exceptions': exceptions,
  '0037_consent_texts': addConsentTexts,
  '0038_reviews': reviews,
  '0039_links': addLinks,
  '0040_handoffs': addHandoffs,
  '0041_list_ends': addListEnds,
  '0042_credentials': addCredentials,
  '0043_known_pairs': addKnownPairs,
  '0044_credential_handoffs': addCredentialHandoffs,
};

/**
 * Migrations that older versions of the service cannot work with. Only those that remove or rename; adding tables or
 * columns breaks nothing.
 */
export const breaking: ReadonlySet<string> = new Set(['0019_customer_fields', '0022_case_keys']);

/**
 * Migrations that run outside a transaction, because they take long on large tables. Their statements do not block
 * others: `create index concurrently`, and changes of few rows at a time. Each can be repeated after an interruption.
 */
export const online: ReadonlySet<string> = new Set([
  '0023_screening_filters',
  '0024_open_cases',
  '0027_evidence',
  '0028_decisions_append',
  '0031_monitoring_days',
  '0038_reviews',
]);
