import { describe, expect, it } from 'vitest';
import { StoreUnavailable, translate, violates } from './errors.ts';

const sqlError = (code: string, constraint?: string) => Object.assign(new Error('from the database'), { code, constraint });

describe('translate', () => {
  it.each([
    ['57P01', 'connection'],
    ['57P03', 'connection'],
    ['08006', 'connection'],
    ['53300', 'connection'],
    ['ECONNREFUSED', 'connection'],
    ['57014', 'timeout'],
    ['55P03', 'timeout'],
    ['53100', 'disk-full'],
  ])('%s means that the database is currently unavailable (%s)', (code, reason) => {
    expect(translate(sqlError(code))).toMatchObject({ name: 'StoreUnavailable', reason });
  });

  it.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'Client has encountered a connection error and is not queryable',
    'timeout expired',
  ])('the driver’s "%s" means the same', (message) => {
    expect(translate(new Error(message))).toMatchObject({ reason: 'connection' });
  });

  it('no connection became free: the database is busy, not down', () => {
    expect(translate(new Error('timeout exceeded when trying to connect'))).toMatchObject({ reason: 'busy' });
  });

  it('if every address of a host name refuses the connection, that counts as one refusal', () => {
    expect(translate(new AggregateError([sqlError('ECONNREFUSED'), sqlError('ECONNREFUSED')]))).toBeInstanceOf(StoreUnavailable);
  });

  it('any other error is returned unchanged', () => {
    const error = sqlError('23505', 'account_user_name');
    expect(translate(error)).toBe(error);
    expect(translate('text')).toBe('text');
    expect(violates(error, 'account_user_name')).toBe(true);
    expect(violates(error, 'alarm_pkey')).toBe(false);
  });
});
