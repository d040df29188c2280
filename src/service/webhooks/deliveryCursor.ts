import { isId } from '../../contract/ids.ts';
import { ApiError } from '../apiError.ts';

/** Cursors of the delivery log: the number of an attempt and its endpoint. Opaque to callers. */
export const deliveryCursor = {
  write: ({ attempt, endpoint_id }: { attempt: number; endpoint_id: string }): string =>
    Buffer.from(`${attempt} ${endpoint_id}`, 'latin1').toString('base64url'),

  /** @throws {ApiError} `cursor_invalid` for anything that was not made here. */
  read: (text: string): { attempt: number; endpointId: string } => {
    const [attempt = '', endpointId = ''] = Buffer.from(text, 'base64url').toString('latin1').split(' ');
    const known = { attempt: Number(attempt), endpoint_id: endpointId };
    if (!/^\d{1,9}$/.test(attempt) || !isId('we', endpointId) || deliveryCursor.write(known) !== text) {
      throw new ApiError('cursor_invalid');
    }
    return { attempt: known.attempt, endpointId };
  },
};
