// The messages of `npm run doctor`: what was found, and what to do.
import type { State, Texts, Trouble } from './finding.ts';

export const TITLES = {
  node: ['运行环境', 'Node.js'],
  settings: ['设置', 'Settings'],
  folder: ['数据目录', 'Data folder'],
  space: ['磁盘空间', 'Free space'],
  fsync: ['磁盘写入速度', 'Disk speed'],
  port: ['端口', 'Port'],
  database: ['数据库', 'Database'],
  durability: ['数据库的落盘设置', 'Durability of the database'],
  connections: ['数据库连接数', 'Connections of the database'],
  clock: ['时钟', 'Clock'],
  keys: ['密钥文件', 'Keys file'],
  signing: ['公布的签名密钥', 'Published keys of signatures'],
  broker: ['外部消息服务器', 'External broker'],
  bucket: ['图片与录像的存储桶', 'Bucket of pictures and recordings'],
  media: ['视频组件', 'Video library'],
  cameras: ['摄像头允许的地址', 'Allowed addresses of cameras'],
  notifications: ['火情通知的渠道', 'Channels of notifications'],
  signOn: ['统一身份登录', 'Single sign-on'],
  tls: ['加密连接与反向代理', 'TLS and reverse proxy'],
  links: ['与外部服务的连接', 'Links to outside services'],
  logs: ['日志收集器', 'Collector of logs'],
  feedKey: ['推送密钥', 'Feed key'],
  passwords: ['公开的密码', 'Published passwords'],
  ground: ['边界与地形', 'Boundaries and terrain'],
  backup: ['备份', 'Backup'],
  archives: ['离开日志的月份', 'Months that left the logs'],
} as const satisfies Record<string, Texts>;

export const STATES: Readonly<Record<State, Texts>> = {
  ok: ['正常', 'ok'],
  unasked: ['未查', 'not asked'],
  warning: ['警告', 'warning'],
  error: ['错误', 'error'],
};

const percent = (gigabytes: number): string => gigabytes.toFixed(1);

const TWO_ROLES: Texts = [
  '建两个普通角色：DATABASE_OWNER_URL 的拥有表，DATABASE_URL 的只读写数据（见 docs/operations.md）',
  'make two plain roles: that of DATABASE_OWNER_URL owns the tables, that of DATABASE_URL reads and writes rows (see docs/operations.md)',
];

export const words = {
  summary: (errors: number, warnings: number): Texts => [
    errors + warnings === 0 ? '没有发现问题' : `${errors} 个错误，${warnings} 个警告`,
    errors + warnings === 0 ? 'nothing wrong' : `${errors} errors, ${warnings} warnings`,
  ],
  notLooked: ['设置改正之前没有检查', 'not looked at until the settings are right'] as Texts,
  unexpected: (reason: string): Trouble => ({
    seen: [`检查没有做完：${reason}`, `the check did not finish: ${reason}`],
    todo: ['请按上面的原因处理后再运行一次', 'deal with this reason and run it again'],
  }),

  nodeIs: (version: string): Texts => [version, version],
  nodeOld: (version: string): Trouble => ({
    seen: [`${version}，服务需要 24 或更高`, `${version}; the server needs 24 or newer`],
    todo: ['安装 Node.js 24，或删除 node_modules 后重试 npm start', 'install Node.js 24, or delete node_modules and try npm start again'],
  }),

  settingsRight: ['全部可用', 'all usable'] as Texts,
  settingsWrong: (lines: string): Trouble => ({
    seen: [lines, lines],
    todo: ['改正这些环境变量', 'correct these environment variables'],
  }),

  folderMissing: (folder: string): Texts => [`${folder} 还没有，首次启动时创建`, `${folder} is not there yet, the first start makes it`],
  folderIs: (folder: string): Texts => [folder, folder],
  folderNone: (folder: string): Trouble => ({
    seen: [`${folder} 不是文件夹`, `${folder} is no folder`],
    todo: ['用 DATA_DIR 指明一个文件夹', 'name a folder by DATA_DIR'],
  }),
  folderForeign: (folder: string, owner: number, us: number): Trouble => ({
    seen: [`${folder} 属于用户 ${owner}，当前用户是 ${us}`, `${folder} belongs to user ${owner}, we are ${us}`],
    todo: [
      '以同一用户运行服务和命令，或用 chown -R 改正所有者',
      'run the server and its commands as one user, or correct the owner by chown -R',
    ],
  }),
  folderUnwritable: (folder: string): Trouble => ({
    seen: [`${folder} 写不进去`, `${folder} cannot be written`],
    todo: ['改正权限、只读挂载，或用 DATA_DIR 换一个位置', 'correct its permissions or mount, or name another place by DATA_DIR'],
  }),
  folderOpen: (path: string, mode: string): Trouble => ({
    seen: [`${path} 的权限是 ${mode}，本机其他用户能读`, `${path} has mode ${mode}: other users of this machine can read it`],
    todo: [`chmod go-rw ${path}`, `chmod go-rw ${path}`],
  }),

  spaceIs: (free: number, wanted: number): Texts => [
    `剩余 ${percent(free)} GB，录像与图片至多还要 ${percent(wanted)} GB`,
    `${percent(free)} GB free; recordings and pictures may take ${percent(wanted)} GB more`,
  ],
  spaceShort: (free: number, wanted: number): Trouble => ({
    seen: [
      `剩余 ${percent(free)} GB，不够：录像与图片至多还要 ${percent(wanted)} GB，另留 5 GB 给数据库`,
      `${percent(free)} GB free are too few: recordings and pictures may take ${percent(wanted)} GB more, and the database needs 5 GB`,
    ],
    todo: [
      '换更大的磁盘，或减小 RECORD_GIGABYTES、GATE_PICTURE_GIGABYTES',
      'take a larger disk, or lower RECORD_GIGABYTES and GATE_PICTURE_GIGABYTES',
    ],
  }),

  fsyncIs: (ms: number): Texts => [
    `一次落盘 ${ms.toFixed(1)} 毫秒${ms > 20 ? '，偏慢：报警写入会等它' : ''}`,
    `one write to the disk takes ${ms.toFixed(1)} ms${ms > 20 ? ', slow: recording an alarm waits for it' : ''}`,
  ],
  fsyncNone: ['数据目录还没有，没有测', 'not measured: there is no data folder yet'] as Texts,

  portFree: (port: number): Texts => [`${port} 可用`, `${port} is free`],
  portOurs: (port: number): Texts => [`${port} 上的服务正常`, `our server answers on ${port}`],
  portUnready: (port: number, reason: string): Trouble => ({
    seen: [`${port} 上的服务没有就绪：${reason}`, `our server on ${port} is not ready: ${reason}`],
    todo: ['按原因处理，多半是数据库', 'deal with the reason, most often the database'],
  }),
  portTaken: (port: number): Trouble => ({
    seen: [`${port} 被其他程序占用`, `${port} is in use by another program`],
    todo: ['停止那个程序，或用 PORT 指定另一个端口', 'stop that program, or set PORT'],
  }),
  portRefused: (port: number, host: string, code: string): Trouble => ({
    seen: [`不能在 ${host} 的 ${port} 上监听（${code}）`, `cannot listen on ${host}, port ${port} (${code})`],
    todo: ['PORT 用 1024 以上，HOST 用本机的地址', 'set PORT to 1024 or above, HOST to an address of this machine'],
  }),

  embeddedIdle: [
    '内嵌数据库随服务启动，服务没有运行，没有检查',
    'the embedded database runs with the server, which does not run: not looked at',
  ] as Texts,
  databaseIs: (version: string, embedded: boolean): Texts => [
    `${embedded ? '内嵌 ' : ''}PostgreSQL ${version}`,
    `${embedded ? 'embedded ' : ''}PostgreSQL ${version}`,
  ],
  databaseEmpty: (version: string): Texts => [
    `PostgreSQL ${version}，还是空的，首次启动时建表`,
    `PostgreSQL ${version}, empty: the first start makes its tables`,
  ],
  databaseAway: (reason: string): Trouble => ({
    seen: [`连不上：${reason}`, `cannot be reached: ${reason}`],
    todo: [
      '检查 DATABASE_URL 的主机、端口、用户名和密码，数据库是否在运行，防火墙和 pg_hba.conf',
      'check host, port, user and password of DATABASE_URL, whether the database runs, the firewall and pg_hba.conf',
    ],
  }),
  databaseOld: (version: string): Trouble => ({
    seen: [`PostgreSQL ${version} 太旧`, `PostgreSQL ${version} is too old`],
    todo: ['升级到 15 或更高', 'upgrade it to 15 or newer'],
  }),
  databaseEncoding: (encoding: string): Trouble => ({
    seen: [`编码是 ${encoding}`, `its encoding is ${encoding}`],
    todo: ['以 UTF8 新建：createdb -E UTF8 -T template0', 'make it anew in UTF8: createdb -E UTF8 -T template0'],
  }),
  databaseStandby: {
    seen: ['连到的是只读的备库', 'this is a standby, which only reads'],
    todo: ['让 DATABASE_URL 指向主库', 'point DATABASE_URL at the primary'],
  } as Trouble,
  databaseSuperuser: (role: string): Trouble => ({
    seen: [`角色 ${role} 是超级用户`, `role ${role} is a superuser`],
    todo: TWO_ROLES,
  }),
  databaseOwner: (role: string): Trouble => ({
    seen: [`角色 ${role} 拥有这些表，能改动审计`, `role ${role} owns the tables and could change the audit`],
    todo: TWO_ROLES,
  }),
  databaseNoCreate: (role: string): Trouble => ({
    seen: [`角色 ${role} 不能建表`, `role ${role} may not create tables`],
    todo: ['用 DATABASE_OWNER_URL 指定表的所有者', 'name the owner of the tables by DATABASE_OWNER_URL'],
  }),
  databaseBehind: (count: number): Trouble => ({
    seen: [`比程序旧，差 ${count} 次升级`, `older than this program by ${count} migrations`],
    todo: ['先备份，再启动新版本的服务，它会自动升级', 'back it up, then start this version of the server, which upgrades it'],
  }),
  databaseAhead: (names: readonly string[]): Trouble => ({
    seen: [`比程序新：${names.join('、')}`, `newer than this program: ${names.join(', ')}`],
    todo: ['使用新版本的程序', 'use the newer version of the program'],
  }),
  databaseTimezone: (timezone: string): Texts => [
    `时区 ${timezone}（时间都带时区存储，不影响）`,
    `time zone ${timezone} (all times are stored with theirs)`,
  ],

  durable: ['fsync、synchronous_commit、full_page_writes 都开着', 'fsync, synchronous_commit and full_page_writes are on'] as Texts,
  undurable: (names: readonly string[]): Trouble => ({
    seen: [`${names.join('、')}：断电会丢失已确认的报警`, `${names.join(', ')}: a power cut loses acknowledged alarms`],
    todo: ['在 postgresql.conf 中打开', 'turn them on in postgresql.conf'],
  }),

  connectionsFor: (most: number, servers: number): Texts => [
    `${most} 个，够 ${servers} 台服务器`,
    `${most}, enough for ${servers} servers`,
  ],
  connectionsFew: (most: number, each: number): Trouble => ({
    seen: [`只有 ${most} 个，一台服务器要 ${each} 个`, `only ${most}; one server takes ${each}`],
    todo: ['增大 max_connections 或角色的连接上限', 'raise max_connections or the limit of the role'],
  }),

  clockIs: (ms: number): Texts => [`与数据库相差 ${Math.round(ms)} 毫秒`, `${Math.round(ms)} ms from the database`],
  clockOff: (ms: number): Trouble => ({
    seen: [`与数据库相差 ${(ms / 1000).toFixed(1)} 秒`, `${(ms / 1000).toFixed(1)} s from the database`],
    todo: [
      '在所有机器上打开时间同步（chrony 或 systemd-timesyncd）',
      'turn on time synchronisation on all machines (chrony, systemd-timesyncd)',
    ],
  }),
  noDatabase: ['没有数据库可查', 'there is no database to ask'] as Texts,

  keysRight: (file: string): Texts => [file, file],
  keysFirst: (file: string): Texts => [`${file} 还没有，首次启动时生成`, `${file} is not there yet, the first start makes it`],
  keysUnasked: (file: string): Texts => [`${file} 可读；是否属于这个数据库没有检查`, `${file} can be read; not compared with the database`],
  keysMissing: (file: string): Trouble => ({
    seen: [`没有 ${file}，而这个数据库有自己的一份`, `${file} is missing, and this database has one`],
    todo: [
      '从第一台服务器或备份复制，或用 KEYS_FILE 指明；确已丢失用 npm run admin -- new-keys',
      'copy it from the first server or a backup, or set KEYS_FILE; if it is lost, npm run admin -- new-keys',
    ],
  }),
  keysUnreadable: (file: string): Trouble => ({
    seen: [`${file} 读不出来`, `${file} cannot be read`],
    todo: ['检查权限，或从备份恢复', 'check its permissions, or restore it from a backup'],
  }),
  keysForeign: (file: string): Trouble => ({
    seen: [`${file} 属于另一个数据库`, `${file} belongs to another database`],
    todo: ['所有服务器用第一台的那一份', 'all servers use that of the first'],
  }),

  signingFirst: ['还没有，首次启动时生成', 'none yet, the first start makes them'] as Texts,
  signingUnasked: ['密钥文件读不出来，没有检查', 'the keys file cannot be read'] as Texts,
  signingKey: (algorithm: string, keyId: string, isCurrent: boolean): Texts => [
    `${algorithm} ${keyId}${isCurrent ? '' : '（以前的）'}`,
    `${algorithm} ${keyId}${isCurrent ? '' : ' (of before)'}`,
  ],

  brokerNone: ['没有外部消息服务器（只有一台服务器时不需要）', 'none (one server alone needs none)'] as Texts,
  brokerIs: ['可以登录、收听、发送；没有登录的被拒绝', 'login, listening and writing work; clients without a login are refused'] as Texts,
  brokerAway: (reason: string): Trouble => ({
    seen: [`连不上：${reason}`, `cannot be reached: ${reason}`],
    todo: ['检查 MQTT_URL 的地址、用户名和密码', 'check address, user and password of MQTT_URL'],
  }),
  brokerForbids: {
    seen: ['不允许服务器在 lookout-relay/# 上收听或发送', 'does not let the server listen or write on lookout-relay/#'],
    todo: ['在访问控制中允许它读写 lookout-relay/#，写 lookout/#', 'let it read and write lookout-relay/#, and write lookout/#'],
  } as Trouble,
  brokerOpen: (mayWrite: boolean): Trouble => ({
    seen: mayWrite
      ? ['没有登录的客户端也能写入', 'clients without a login may write']
      : ['没有登录的客户端也能连上', 'clients without a login are let in'],
    todo: ['关闭匿名登录，只让服务端写 lookout/#', 'forbid anonymous clients; only servers may write lookout/#'],
  }),

  bucketNone: ['没有设置，图片与录像在数据目录里', 'none is set: pictures and recordings lie in the data folder'] as Texts,
  bucketIs: (bucket: string): Texts => [`${bucket} 可以列出、写入和删除`, `${bucket} can be listed, written and deleted from`],
  bucketIncomplete: (count: number): Trouble => ({
    seen: [
      `数据目录里有 ${count} 张图片不在存储桶里，页面上看不到`,
      `${count} pictures of the data folder are not in the bucket and cannot be seen`,
    ],
    todo: ['运行 npm run admin -- copy-pictures', 'run npm run admin -- copy-pictures'],
  }),

  mediaLoads: ['可以加载', 'loads'] as Texts,
  mediaFails: (reason: string): Trouble => ({
    seen: [`不能加载：${reason}`, `does not load: ${reason}`],
    todo: [
      '删除 node_modules 后重新 npm start；精简系统可能缺少 libstdc++',
      'delete node_modules and run npm start again; a bare system may lack libstdc++',
    ],
  }),

  camerasAre: (hosts: readonly string[]): Texts => [hosts.join('；'), hosts.join('; ')],
  camerasNone: {
    seen: ['CAMERA_HOSTS 为空，任何摄像头都连不上', 'CAMERA_HOSTS is empty: no camera can be reached'],
    todo: ['写入摄像头的网段和端口，例如 10.20.0.0/16:80,554', 'name the network and ports of the cameras, such as 10.20.0.0/16:80,554'],
  } as Trouble,
  camerasWide: (entries: readonly string[]): Trouble => ({
    seen: [`范围太大：${entries.join('；')}`, `too wide: ${entries.join('; ')}`],
    todo: [
      '只写摄像头所在的网段和端口：服务器会代用户连接这些地址',
      'name only the network and ports of the cameras: the server connects to them for its users',
    ],
  }),

  notifyBy: (hasSms: boolean, hasMail: boolean): Texts => [
    `浏览器推送、网络回调${hasSms ? '、短信' : ''}${hasMail ? '、电子邮件' : ''}${hasSms && hasMail ? '' : '；其余未配置，消息只存入记录'}`,
    `browsers, webhooks${hasSms ? ', SMS' : ''}${hasMail ? ', e-mail' : ''}${hasSms && hasMail ? '' : '; others are not set up: their messages are only recorded'}`,
  ],
  notifyWide: (entries: readonly string[]): Trouble => ({
    seen: [`NOTIFY_HOSTS 范围太大：${entries.join('；')}`, `NOTIFY_HOSTS is too wide: ${entries.join('; ')}`],
    todo: [
      '只写接收系统的地址和端口：服务器会代管理员访问这些地址',
      'name only the addresses and ports of the systems that are told: the server calls them for its administrators',
    ],
  }),
  desksSilent: (gridNos: readonly string[]): Trouble => ({
    seen: [
      `${gridNos.length} 个值班名单在有火警时没有人会收到通知：${few(gridNos, '、')}`,
      `duty lists of which nobody would be told of a fire: ${gridNos.length} (${few(gridNos, ', ')})`,
    ],
    todo: [
      '在“通知 · 值班策略”中选择从哪一级起用短信通知值班名单，或请各人在“我的通知”中选择渠道',
      'choose under Notifications, Duty policy, from which level on the list is told by SMS, or let each choose a channel',
    ],
  }),
  mailSilent: (reason: string): Trouble => ({
    seen: [`邮件服务器不能用：${reason}`, `the mail server cannot be used: ${reason}`],
    todo: ['检查 SMTP_URL 的地址、端口、用户与密码', 'check address, port, user and password of SMTP_URL'],
  }),

  tlsOwn: (until: string): Texts => [`本服务的证书有效至 ${until}`, `our own certificate is valid until ${until}`],
  tlsExpired: (until: string): Trouble => ({
    seen: [`证书已于 ${until} 过期`, `the certificate expired on ${until}`],
    todo: ['换新证书并重新启动', 'renew it and start again'],
  }),
  tlsSoon: (until: string): Trouble => ({
    seen: [`证书将于 ${until} 过期`, `the certificate expires on ${until}`],
    todo: ['及时更换证书', 'renew it in time'],
  }),
  tlsUnmatched: {
    seen: ['TLS_KEY 不是 TLS_CERT 的私钥', 'TLS_KEY is not the key of TLS_CERT'],
    todo: ['成对更换', 'replace both as a pair'],
  } as Trouble,
  tlsUnreadable: (reason: string): Trouble => ({
    seen: [`证书或私钥读不出来：${reason}`, `certificate or key cannot be read: ${reason}`],
    todo: ['用 PEM 格式的文件，并让服务的用户能读', 'use PEM files that the user of the server can read'],
  }),
  signOnNone: ['没有设置身份提供方', 'no identity provider is set'] as Texts,
  signOnIs: (issuer: string, keys: number): Texts => [`${issuer} 可用，签名密钥 ${keys} 个`, `${issuer} can be used, ${keys} signing keys`],
  signOnAway: (reason: string): Trouble => ({
    seen: [`身份提供方连接不上：${reason}`, `the identity provider cannot be reached: ${reason}`],
    todo: ['核对 OIDC_ISSUER、网络与防火墙', 'check OIDC_ISSUER, the network and the firewall'],
  }),
  signOnCertificate: (reason: string): Trouble => ({
    seen: [`身份提供方的证书没有通过校验：${reason}`, `the certificate of the identity provider is not accepted: ${reason}`],
    todo: [
      '由自己的机构签发时设置 NODE_EXTRA_CA_CERTS；过期或域名不符时更换证书',
      'set NODE_EXTRA_CA_CERTS for an authority of your own; replace one that has expired or is of another name',
    ],
  }),
  signOnNoDiscovery: (url: string, reason: string): Trouble => ({
    seen: [`${url} 没有给出配置：${reason}`, `there is no configuration at ${url}: ${reason}`],
    todo: [
      'OIDC_ISSUER 应为其 .well-known/openid-configuration 之前的部分（Keycloak 为 …/realms/名称）',
      'OIDC_ISSUER must be what stands before its .well-known/openid-configuration (Keycloak: …/realms/NAME)',
    ],
  }),
  signOnIssuer: (wanted: string, got: string): Trouble => ({
    seen: [`OIDC_ISSUER 是 ${wanted}，身份提供方自称 ${got}`, `OIDC_ISSUER is ${wanted}, the identity provider calls itself ${got}`],
    todo: [
      `设置 OIDC_ISSUER=${got}，或在身份提供方改正它对外的地址（http 与 https、末尾的斜杠都须一致）`,
      `set OIDC_ISSUER=${got}, or correct its public address there (http or https and a trailing slash count)`,
    ],
  }),
  signOnNoKeys: {
    seen: ['身份提供方没有给出签名密钥', 'the identity provider gives no signing keys'],
    todo: ['核对其 jwks_uri 能否从本机访问', 'check that its jwks_uri can be reached from this machine'],
  } as Trouble,
  signOnClock: (seconds: number): Trouble => ({
    seen: [`身份提供方的时钟与本机相差 ${seconds} 秒`, `the clock of the identity provider differs by ${seconds} s`],
    todo: ['两边都用 NTP 校时', 'set both by NTP'],
  }),
  signOnClient: (code: string): Trouble => ({
    seen: [`身份提供方不认可客户端（${code}）`, `the identity provider does not accept the client (${code})`],
    todo: ['核对 OIDC_CLIENT_ID 与 OIDC_CLIENT_SECRET', 'check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET'],
  }),
  signOnRedirectPath: (url: string): Trouble => ({
    seen: [`OIDC_REDIRECT_URL=${url} 不是本系统的返回地址`, `OIDC_REDIRECT_URL=${url} is not the address of this system`],
    todo: ['它应以 /authredirect 结尾', 'it must end in /authredirect'],
  }),
  signOnRedirect: (url: string, reason: string): Trouble => ({
    seen: [`身份提供方不认可返回地址 ${url}（${reason}）`, `the identity provider does not accept the redirect URI ${url} (${reason})`],
    todo: ['在身份提供方登记它', 'register it there'],
  }),
  proxied: (proxies: readonly string[]): Texts => [`反向代理 ${proxies.join('；')}`, `behind ${proxies.join('; ')}`],
  proxyEverybody: (entries: readonly string[]): Trouble => ({
    seen: [`TRUSTED_PROXIES 信任所有地址：${entries.join('；')}`, `TRUSTED_PROXIES trusts everybody: ${entries.join('; ')}`],
    todo: ['只写反向代理自己的地址', 'name the proxies themselves only'],
  }),
  plainDemo: ['演示，不加密', 'demo, not encrypted'] as Texts,
  plainLoopback: {
    seen: [
      '只在本机监听，没有加密，也没有 TRUSTED_PROXIES：代理后的所有人会算作同一个地址',
      'listens on this machine only, without TLS and without TRUSTED_PROXIES: everybody behind a proxy counts as one address',
    ],
    todo: ['前面有反向代理时设置 TRUSTED_PROXIES=127.0.0.1', 'with a reverse proxy in front set TRUSTED_PROXIES=127.0.0.1'],
  } as Trouble,
  linksEncrypted: ['没有不加密的连接', 'none is in the clear'] as Texts,
  linksMeant: (links: readonly string[]): Texts => [
    `按 CLEAR_LINKS 不加密：${links.join('、')}`,
    `in the clear, as CLEAR_LINKS has it: ${links.join(', ')}`,
  ],
  linksClear: (links: readonly string[]): Trouble => ({
    seen: [`没有加密：${links.join('、')}`, `in the clear: ${links.join(', ')}`],
    todo: [
      '改用加密的地址（sslmode=verify-full、mqtts:、https:、smtps:、tls:，摄像头用 rtsps:）；确认是封闭的网络后在 CLEAR_LINKS 中列出',
      'give addresses with TLS (sslmode=verify-full, mqtts:, https:, smtps:, tls:; cameras: rtsps:); if their network is closed, name them in CLEAR_LINKS',
    ],
  }),
  logsHere: ['未设置 SYSLOG，日志只在本机', 'SYSLOG is not set: logs are on this machine only'] as Texts,
  logsStay: {
    seen: ['严格模式，但日志只在本机：侵入者可以抹去', 'strict, but logs are on this machine only, where an intruder can erase them'],
    todo: ['设置 SYSLOG=tls://收集器:6514', 'set SYSLOG=tls://COLLECTOR:6514'],
  } as Trouble,
  logsLeave: (address: string): Texts => [`送往 ${address}`, `sent to ${address}`],
  logsAway: (address: string, reason: string): Trouble => ({
    seen: [`${address} 连不上：${reason}`, `${address} cannot be reached: ${reason}`],
    todo: [
      '检查收集器、网络和证书；自己的证书机构由 NODE_EXTRA_CA_CERTS 给出',
      'check the collector, the network and its certificate; name an authority of your own by NODE_EXTRA_CA_CERTS',
    ],
  }),
  keysShort: (bits: number): Trouble => ({
    seen: [`登录密钥短于 ${bits} 位`, `the key of the login is shorter than ${bits} bits`],
    todo: ['运行 npm run admin -- rotate-keys', 'run npm run admin -- rotate-keys'],
  }),
  plainNetwork: {
    seen: ['在网络上不加密地监听', 'listens on the network without TLS'],
    todo: [
      '设置 TLS_CERT、TLS_KEY，或放在带证书的反向代理之后并设置 TRUSTED_PROXIES（见 deploy/）',
      'set TLS_CERT and TLS_KEY, or put it behind a reverse proxy with a certificate and set TRUSTED_PROXIES (see deploy/)',
    ],
  } as Trouble,

  feedKeyGiven: ['由 FEED_KEY 给出', 'given by FEED_KEY'] as Texts,
  feedKeyStored: (file: string): Texts => [file, file],
  feedKeyFirst: ['还没有，首次启动时生成', 'none yet, the first start makes one'] as Texts,
  feedKeyOpen: (file: string, mode: string): Trouble => ({
    seen: [`${file} 的权限是 ${mode}`, `${file} has mode ${mode}`],
    todo: [`chmod 600 ${file}`, `chmod 600 ${file}`],
  }),

  passwordsDemo: ['演示账号的密码是公开的，只用于演示', 'those of the demo accounts are published: for the demo only'] as Texts,
  passwordsNone: ['没有账号使用手册中的密码', 'no account has a password that stands in a manual'] as Texts,
  passwordsFound: (names: readonly string[]): Trouble => ({
    seen: [`这些账号仍用公开的密码：${names.join('、')}`, `these still have a published password: ${names.join(', ')}`],
    todo: [
      'npm run admin -- reset-password 用户名；后台密码用 back-office-password',
      'npm run admin -- reset-password NAME; back-office-password for the back office',
    ],
  }),

  groundIs: (boundaries: Texts, terrain: Texts): Texts => [`${boundaries[0]}；${terrain[0]}`, `${boundaries[1]}; ${terrain[1]}`],
  boundariesThere: ['边界已入库', 'boundaries are there'] as Texts,
  boundariesUnasked: ['边界没有检查', 'boundaries not looked at'] as Texts,
  boundariesNone: {
    seen: ['数据库里没有边界，报警定不了县', 'no boundaries: alarms get no county'],
    todo: ['重新启动服务，它会写入自带的边界', 'start the server again, which brings its own'],
  } as Trouble,
  terrainImported: (count: number): Texts => [`已导入地形 ${count} 份`, `${count} terrain files imported`],
  terrainDemo: ['没有导入地形，用演示地形', 'no terrain imported: that of the demo is used'] as Texts,
  terrainNone: {
    seen: [
      '没有导入地形，也没有 TERRAIN_URL：没有高程，摄像头不能定位',
      'no terrain imported and no TERRAIN_URL: no heights, cameras cannot locate',
    ],
    todo: ['npm run import -- dem 文件…', 'npm run import -- dem FILE…'],
  } as Trouble,

  backupIs: (file: string, days: number): Texts => [`${file}，${days} 天前`, `${file}, ${days} days ago`],
  backupOld: (file: string, days: number): Trouble => ({
    seen: [`最近一次是 ${days} 天前（${file}）`, `the last is ${days} days old (${file})`],
    todo: ['每天运行 npm run backup，并复制到另一台机器', 'run npm run backup every day, and copy it to another machine'],
  }),
  backupNone: (folder: string): Trouble => ({
    seen: [`${folder} 里没有备份`, `no backup in ${folder}`],
    todo: ['每天运行 npm run backup；备份在别处时可忽略', 'run npm run backup every day; ignore this if backups are kept elsewhere'],
  }),
  backupDemo: ['演示，没有备份', 'demo, no backup'] as Texts,

  archivesUnasked: ['没有查看归档', 'the archives were not looked at'] as Texts,
  archivesThere: (count: number): Texts =>
    count === 0 ? ['没有月份离开过日志', 'no month has left the logs'] : [`${count} 个归档都在`, `${count} archives, all there`],
  archivesMissing: (names: readonly string[]): Trouble => ({
    seen: [`缺少 ${names.length} 个归档：${few(names, '、')}`, `${names.length} archives are missing: ${few(names, ', ')}`],
    todo: [
      '从写它的服务器或备份取回，放进数据目录',
      'bring them back into the data folder, from the server that wrote them or from a backup',
    ],
  }),
  archivesLate: (logs: readonly string[]): Trouble => ({
    seen: [`日志 ${logs.join('、')} 有月份该离开而没有离开`, `a month of ${logs.join(', ')} should have left and has not`],
    todo: ['服务是否在运行；原因在它的日志里', 'see that a server is running; it logs the reason'],
  }),
} as const;

const MOST_NAMED = 3;
const few = (names: readonly string[], between: string): string =>
  names.length <= MOST_NAMED ? names.join(between) : `${names.slice(0, MOST_NAMED).join(between)} …`;
