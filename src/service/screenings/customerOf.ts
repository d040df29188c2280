/** The columns that tell whose screening it is. */
interface Owned {
  /** The keyed fingerprint of `clientReferenceId`; `null`: none was given. */
  reference_mark: string | null;
  /** Empty: no case. */
  case_id: string;
  watch_id: string | null;
}

/**
 * The customer whom a resolution of a hit belongs to: the one with this `clientReferenceId`, else the case or the watch. A
 * resolution never counts for another customer, however alike their details are.
 * @returns `null` for a screening without any of them, whose resolutions count for itself alone.
 */
export function customerOf({ reference_mark, case_id, watch_id }: Owned): string | null {
  return reference_mark ?? (case_id || watch_id);
}

/** The customer of a case. */
export function customerOfCase({
  id,
  reference_mark,
}: {
  id: string;
  reference_mark: string | null;
}): string {
  return reference_mark ?? id;
}
