// The environment as a typed configuration. A bad value stops the start, with every fault named at once and what to do about it.
import { statSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { type ExternalLinkId, REGIONS, type RegionId } from '@lookout/region';
import type { MakerConfig } from '@lookout/video';
import { parseAllowList } from '@lookout/video/allow-list';

export type DemoMode = 'on' | 'quiet' | 'off';

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly tls: { readonly certFile: string; readonly keyFile: string } | null;
  /** Absolute. */
  readonly dataDir: string;
  /** null: the embedded database. */
  readonly databaseUrl: string | null;
  /** null: no other server to hear. */
  readonly mqttUrl: string | null;
  readonly mqttWsUrl: string | null;
  readonly region: RegionId;
  readonly demo: DemoMode;
  /** Whether the demo brings forest farms, villages, roads and a tower of its own. */
  readonly demoLayers: boolean;
  /** Whether the demo's simulators are started beside the server. */
  readonly demoWorld: boolean;
  readonly seed: number;
  /** null: made at the first start and kept in DATA_DIR. */
  readonly feedKey: string | null;
  readonly firmsMapKey: string | null;
  readonly qweatherKey: string | null;
  /** The weather service gives every customer a host of his own; null: its general one. */
  readonly qweatherUrl: string | null;
  /** Where the demo world's weather is asked; main.ts fills it in when it starts that world itself. */
  readonly demoWeatherUrl: string | null;
  readonly imageryUrl: string | null;
  readonly terrainUrl: string | null;
  readonly smsUrl: string | null;
  /** Where cameras and their streams may be: entries of packages/video's allow-list. */
  readonly cameraHosts: readonly string[];
  /** Platforms of makers that are asked in place of the camera itself. */
  readonly cameraGateways: Pick<MakerConfig, 'hikvision' | 'chinaTower' | 'aqishi' | 'guide' | 'mediaKit'>;
  /** How long recordings are kept, and how much of them. */
  readonly recordDays: number;
  readonly recordGigabytes: number;
  /** The same for the pictures of what passed the checkpoints. */
  readonly gatePictureDays: number;
  readonly gatePictureGigabytes: number;
  /** §2: the user whose replay item opens a dropdown. */
  readonly replayMenuFullName: string | null;
  /** Where the header's links of the region lead; a link without an address says so. */
  readonly links: Readonly<Partial<Record<ExternalLinkId, string>>>;
  /** §2: "A digital-forestry dropdown offers videos and PDF links". */
  readonly digitalForestry: readonly ForestryLink[];
  /** Another build of the web app than apps/web/dist; null: that one. */
  readonly webAppDir: string | null;
  readonly logLevel: LogLevel;
}

export interface ForestryLink {
  readonly title: string;
  /** By the end of its address. */
  readonly kind: 'pdf' | 'video';
  readonly url: string;
}

const LINK_VARIABLES = {
  environment: 'LINK_ENVIRONMENT_URL',
  backstage: 'LINK_BACKSTAGE_URL',
  emergencyPlan: 'LINK_EMERGENCY_PLAN_URL',
} as const satisfies Record<ExternalLinkId, string>;

/** contract.md: "in the demo 阿坝州值班员". */
const DEMO_REPLAY_USER = '阿坝州值班员';
/** The demo's simulated towers stand on this machine. */
const DEMO_CAMERAS = '127.0.0.0/8; [::1]/128';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];
const DEMO_MODES = ['on', 'quiet', 'off'] as const;

/** Every bad variable, in Chinese first, then English. */
export class BadConfig extends Error {
  override readonly name = 'BadConfig';
}

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws BadConfig naming each variable that cannot be used */
export function readConfig(env: Environment): Config {
  const faults: string[] = [];
  const bad = <T>(name: string, chinese: string, english: string, otherwise: T): T => {
    faults.push(`${name}=${shown(name, env[name])}：${chinese}\n    ${name}: ${english}`);
    return otherwise;
  };
  const given = (name: string): string | null => {
    const value = env[name]?.trim();
    return value === undefined || value === '' ? null : value;
  };
  const whole = (name: string, otherwise: number, min: number, max: number): number => {
    const value = given(name);
    if (value === null) return otherwise;
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    if (number >= min && number <= max) return number;
    return bad(
      name,
      `应为 ${min} 到 ${max} 之间的整数，请改正或删去`,
      `must be a whole number from ${min} to ${max}; correct or unset it`,
      otherwise,
    );
  };
  const oneOf = <T extends string>(name: string, choices: readonly T[], otherwise: T): T => {
    const value = given(name);
    if (value === null) return otherwise;
    const choice = choices.find((one) => one === value);
    return choice ?? bad(name, `只能是 ${choices.join('、')} 之一`, `must be one of ${choices.join(', ')}`, otherwise);
  };
  const url = (name: string, protocols: readonly string[]): string | null => {
    const value = given(name);
    if (value === null) return null;
    if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value;
    const forms = protocols.map((protocol) => `${protocol}//…`).join('、');
    return bad(name, `应为 ${forms} 形式的地址`, `must be an address of the form ${forms}`, null);
  };
  const host = (): string => {
    const value = given('HOST') ?? '127.0.0.1';
    if (isIP(value) !== 0 || /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(value)) return value;
    return bad(
      'HOST',
      '应为本机的地址，例如 127.0.0.1 或 0.0.0.0',
      'must be an address of this machine such as 127.0.0.1 or 0.0.0.0',
      value,
    );
  };
  const tls = (): Config['tls'] => {
    const [certFile, keyFile] = [given('TLS_CERT'), given('TLS_KEY')];
    if (certFile === null && keyFile === null) return null;
    if (certFile === null || keyFile === null) {
      const missing = certFile === null ? 'TLS_CERT' : 'TLS_KEY';
      return bad(missing, 'TLS_CERT 与 TLS_KEY 须同时设置', 'TLS_CERT and TLS_KEY must both be set', null);
    }
    for (const [name, file] of [
      ['TLS_CERT', certFile],
      ['TLS_KEY', keyFile],
    ] as const) {
      if (!isFile(file)) bad(name, '找不到这个文件，请给出 PEM 文件的路径', 'no such file; give the path of a PEM file', null);
    }
    return { certFile, keyFile };
  };
  const links = (): Config['links'] =>
    Object.fromEntries(
      Object.entries(LINK_VARIABLES).flatMap(([id, name]) => {
        const address = url(name, WEB);
        return address === null ? [] : [[id, address]];
      }),
    );
  const digitalForestry = (): ForestryLink[] => {
    const entries = (given('DIGITAL_FORESTRY') ?? '').split(/[;\n]/).filter((entry) => entry.trim() !== '');
    const found = entries.map(forestryLink);
    if (found.every((link) => link !== null)) return found;
    return bad(
      'DIGITAL_FORESTRY',
      '应为“标题|http(s)://…”，多项用分号隔开，地址以 .pdf 或 .mp4、.m3u8、.webm 结尾',
      'must be "title|http(s)://…", several separated by semicolons, each address ending in .pdf, .mp4, .m3u8 or .webm',
      [],
    );
  };
  const cameraHosts = (): readonly string[] => {
    const entries = (given('CAMERA_HOSTS') ?? (given('DEMO') === 'off' ? '' : DEMO_CAMERAS))
      .split(/[\s;]+/)
      .filter((entry) => entry !== '');
    try {
      parseAllowList(entries);
      return entries;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return bad(
        'CAMERA_HOSTS',
        `应为 10.0.0.0/8:554,8000-8100 或 camera.local:554 这样的地址，多项用分号隔开（${why}）`,
        'must be entries such as 10.0.0.0/8:554,8000-8100 or camera.local:554, separated by semicolons',
        [],
      );
    }
  };
  const gateways = (): Config['cameraGateways'] => {
    const at = (name: string) => {
      const baseUrl = url(name, WEB);
      return baseUrl === null ? null : { baseUrl };
    };
    const [aqishi, mediaKit] = [at('AQISHI_URL'), at('MEDIA_KIT_URL')];
    return {
      ...{ hikvision: at('HIKVISION_URL'), chinaTower: at('CHINA_TOWER_URL'), guide: at('GUIDE_URL') },
      aqishi: aqishi && { ...aqishi, username: given('AQISHI_USER') ?? '', password: given('AQISHI_PASSWORD') ?? '' },
      mediaKit: mediaKit && { ...mediaKit, secret: given('MEDIA_KIT_SECRET') ?? '' },
    };
  };
  const webAppDir = (): string | null => {
    const value = given('WEB_APP_DIR');
    if (value === null) return null;
    const folder = resolve(value);
    if (isFile(join(folder, 'index.html'))) return folder;
    return bad('WEB_APP_DIR', '此目录中没有网页构建（index.html）', 'must be a folder with a built web app (index.html)', null);
  };
  const feedKey = (): string | null => {
    const value = given('FEED_KEY');
    if (value === null || /^[\x21-\x7e]{1,200}$/.test(value)) return value;
    return bad('FEED_KEY', '应为 1 到 200 个可见的英文字符', 'must be 1 to 200 visible ASCII characters', null);
  };

  const config: Config = {
    port: whole('PORT', 8080, 0, 65_535),
    host: host(),
    tls: tls(),
    dataDir: resolve(given('DATA_DIR') ?? './data'),
    databaseUrl: url('DATABASE_URL', ['postgres:', 'postgresql:']),
    mqttUrl: url('MQTT_URL', ['mqtt:', 'mqtts:', 'ws:', 'wss:', 'tcp:', 'ssl:']),
    mqttWsUrl: url('MQTT_WS_URL', ['ws:', 'wss:']),
    region: oneOf('REGION', Object.keys(REGIONS) as RegionId[], 'sichuan'),
    demo: oneOf('DEMO', DEMO_MODES, 'on'),
    demoLayers: oneOf('DEMO_LAYERS', ['on', 'off'], 'on') === 'on',
    demoWorld: oneOf('DEMO_WORLD', ['on', 'off'], 'on') === 'on',
    seed: whole('SEED', 1, 0, 4_294_967_295),
    feedKey: feedKey(),
    firmsMapKey: given('FIRMS_MAP_KEY'),
    qweatherKey: given('QWEATHER_KEY'),
    qweatherUrl: url('QWEATHER_URL', WEB),
    demoWeatherUrl: url('DEMO_WEATHER_URL', WEB),
    imageryUrl: url('IMAGERY_URL', WEB),
    terrainUrl: url('TERRAIN_URL', WEB),
    smsUrl: url('SMS_URL', WEB),
    cameraHosts: cameraHosts(),
    cameraGateways: gateways(),
    recordDays: whole('RECORD_DAYS', 7, 1, 3_650),
    recordGigabytes: whole('RECORD_GIGABYTES', 20, 1, 1_000_000),
    gatePictureDays: whole('GATE_PICTURE_DAYS', 90, 1, 3_650),
    gatePictureGigabytes: whole('GATE_PICTURE_GIGABYTES', 20, 1, 1_000_000),
    replayMenuFullName: given('REPLAY_MENU_FULL_NAME') ?? (given('DEMO') === 'off' ? null : DEMO_REPLAY_USER),
    links: links(),
    digitalForestry: digitalForestry(),
    webAppDir: webAppDir(),
    logLevel: oneOf('LOG_LEVEL', LOG_LEVELS, 'warn'),
  };
  if (faults.length > 0) throw new BadConfig(`环境变量有误，服务没有启动（bad environment, not started）：\n  ${faults.join('\n  ')}`);
  return config;
}

const WEB = ['http:', 'https:'] as const;

function forestryLink(entry: string): ForestryLink | null {
  const [, title, url] = /^([^|]+)\|(.+)$/.exec(entry.trim()) ?? [];
  if (title === undefined || url === undefined || !URL.canParse(url)) return null;
  const { protocol, pathname } = new URL(url);
  const kind = /\.pdf$/i.test(pathname) ? 'pdf' : /\.(mp4|m3u8|webm)$/i.test(pathname) ? 'video' : null;
  return kind === null || !WEB.some((one) => one === protocol) ? null : { title: title.trim(), kind, url };
}

const SECRET = /KEY|PASSWORD|SECRET|URL/;

/** A secret is not repeated on the screen. */
const shown = (name: string, value: string | undefined): string =>
  value === undefined ? '' : SECRET.test(name) && !name.startsWith('TLS_') ? '***' : JSON.stringify(value);

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
