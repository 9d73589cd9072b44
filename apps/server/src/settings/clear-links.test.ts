import { describe, expect, it } from 'vitest';
import { clearLinks } from './clear-links.ts';
import { BadConfig, readConfig } from './config.ts';

const found = (env: Record<string, string>) => clearLinks(readConfig(env)).map(({ name, host }) => `${name} ${host}`);

describe('links without encryption', () => {
  it('are links to other machines without TLS', () => {
    expect(
      found({
        DATABASE_URL: 'postgres://a@db:5432/x',
        MQTT_URL: 'mqtt://broker',
        SMTP_URL: 'smtp://mail',
        MAIL_FROM: 'a@b.cn',
        SMS_URL: 'http://sms/send',
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
        UPLOAD_SCANNER: 'icap://scanner:1344/avscan',
        SYSLOG: 'udp://[fd00::7]',
        HIKVISION_URL: 'http://platform',
      }),
    ).toEqual([
      'database db:5432',
      'broker broker',
      'mail mail',
      'sms sms',
      'traces collector:4318',
      'scanner scanner:1344',
      'logs [fd00::7]:514',
      'platforms platform',
    ]);
    expect(found({ UPLOAD_SCANNER: 'icaps://scanner/avscan' })).toEqual([]);
    expect(found({ DATABASE_URL: 'postgres://a@db/x?sslmode=prefer' })).toEqual(['database db']);
    for (const mode of ['sslmode=require', 'sslmode=verify-full', 'ssl=true'])
      expect(found({ DATABASE_URL: `postgres://a@db/x?${mode}`, MQTT_URL: 'mqtts://broker' })).toEqual([]);
    expect(found({ DATABASE_URL: 'postgres://a@127.0.0.1/x', MQTT_URL: 'mqtt://localhost', SYSLOG: 'tcp://[::1]:6514' })).toEqual([]);
    expect(found({ SYSLOG: 'tls://logs' })).toEqual([]);
    // The server's database address is encrypted, the owner's is not.
    expect(
      found({ DATABASE_URL: 'postgres://a@db/x?sslmode=require', DATABASE_OWNER_URL: 'postgres://o@db/x', DATABASE_REPLICA_URL: '' }),
    ).toEqual(['database db']);
  });

  it('prevent the start under strict unless CLEAR_LINKS names them', () => {
    const env = { SECURITY_POLICY: 'strict', DATABASE_URL: 'postgres://a:secret@db/x', MQTT_URL: 'mqtt://broker' };
    const refusal = (more: Record<string, string>): string => {
      try {
        readConfig({ ...env, ...more });
        return '';
      } catch (error) {
        if (error instanceof BadConfig) return error.message;
        throw error;
      }
    };
    expect(refusal({})).toMatch(/CLEAR_LINKS.*database.*broker/s);
    expect(refusal({})).not.toContain('secret');
    expect(refusal({ CLEAR_LINKS: 'database' })).toMatch(/CLEAR_LINKS=database.*broker/s);
    expect(refusal({ CLEAR_LINKS: 'database,broker' })).toBe('');
    expect(refusal({ CLEAR_LINKS: 'everything' })).toContain('CLEAR_LINKS');
  });
});
