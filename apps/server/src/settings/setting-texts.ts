// What each setting is for, in the words of docs/settings.md, which `npm run docs` writes from here and from the schema in config.ts.
import type { SettingName } from './config.ts';

export interface SettingText {
  readonly chinese: string;
  readonly english: string;
  /** What applies without the setting, where the default of the schema does not show it. */
  readonly otherwise?: string;
}

export interface SettingGroup {
  readonly chinese: string;
  readonly english: string;
  readonly settings: Readonly<Partial<Record<SettingName, SettingText>>>;
}

/** Every setting once, in the order of the page; a test holds it to the schema. */
export const SETTING_GROUPS: readonly SettingGroup[] = [
  {
    chinese: '启动',
    english: 'Starting',
    settings: {
      PORT: {
        chinese: '监听的端口。网页、接口、MQTT（`/mqtt`）、视频（`/media/…`）、瓦片和照片都在这一个端口上。',
        english: 'The one port of pages, calls, MQTT, video, tiles and photos.',
      },
      HOST: {
        chinese: '监听的本机地址。让别的机器访问时设为 `0.0.0.0` 或本机的一个地址。',
        english: 'The address to listen on.',
      },
      DATA_DIR: {
        chinese: '本进程写的一切都在这个目录里。同一目录不允许第二个服务。',
        english: 'Everything that the process writes. A second server on the same folder is refused.',
      },
      REGION: {
        chinese: '地区。这也是构建设置：改动后重新启动即重新构建网页，各地区的差别见 [regions.md](regions.md)。',
        english: 'Region, also a build setting.',
      },
      WEB_APP_DIR: {
        chinese: '使用另一处已构建的网页，例如另一地区的构建。',
        english: 'A web app that was built elsewhere.',
        otherwise: '`apps/web/dist`',
      },
      LOG_LEVEL: {
        chinese: '从哪一级起写日志：`fatal`、`error`、`warn`、`info`、`debug`、`trace`，`silent` 为不写。',
        english: 'The lowest level that is logged.',
      },
    },
  },
  {
    chinese: '加密与代理',
    english: 'TLS and proxies',
    settings: {
      TLS_CERT: {
        chinese: '证书的 PEM 文件：同一端口上的 HTTPS（TLS 1.2 以上，只用前向保密的套件）。须与 `TLS_KEY` 同时设置。',
        english: 'PEM file of the certificate, for HTTPS on the same port.',
      },
      TLS_KEY: { chinese: '私钥的 PEM 文件。', english: 'PEM file of the private key.' },
      HSTS_SUBDOMAINS: {
        chinese: '`on`：要求浏览器对子域名也只用 HTTPS。',
        english: 'Whether browsers use HTTPS only for subdomains too.',
      },
      TRUSTED_PROXIES: {
        chinese:
          '反向代理的地址或网段，例如 `127.0.0.1;10.0.0.0/8`。只信这些代理的 `X-Forwarded-For` 或 `Forwarded`（RFC 7239；端口不计），限额按其后的真实地址计算；不设时，代理后的所有人算同一个地址。',
        english: 'Proxies whose forwarding headers are trusted; unset, everybody behind a proxy counts as one address.',
      },
      BASE_PATH: {
        chinese:
          '反向代理发布本系统的路径，例如 `/lookout/`。代理去掉或保留这段路径都可以，见 [operations.md](operations.md#发布在一段路径之下--below-a-path)。',
        english: 'The path below which a proxy publishes the server.',
        otherwise: '根路径 the root',
      },
      ALLOWED_ORIGINS: {
        chinese: '除本站外，哪些站点的页面可以建立实时连接（`/mqtt`），例如 `https://duty.example.cn`。不带 `Origin` 的程序不受限。',
        english: 'Other sites whose pages may open a live connection.',
      },
      PUBLIC_DOCS: {
        chinese: '是否任何人可读 `/docs`。',
        english: 'Whether anybody may read `/docs`.',
        otherwise: '演示或只在本机监听时 `on`，否则 `off`',
      },
      PUBLIC_METRICS: {
        chinese: '是否任何人可读 `/metrics`。',
        english: 'Whether anybody may read `/metrics`.',
        otherwise: '演示或只在本机监听时 `on`，否则 `off`',
      },
    },
  },
  {
    chinese: '数据库与多个服务',
    english: 'Database and several servers',
    settings: {
      DATABASE_URL: {
        chinese:
          '自己的 PostgreSQL ≥ 15，例如 `postgres://user:pw@host/lookout`，见 [operations.md](operations.md#自己的-postgresql--your-own-postgresql)。',
        english: 'A PostgreSQL of your own.',
        otherwise: '内嵌 PostgreSQL 18 embedded',
      },
      DATABASE_OWNER_URL: {
        chinese:
          '表的所有者的账号，升级与恢复时使用。此时 `DATABASE_URL` 的账号只需能连接：权限由启动时授予，它改不了表与审计（决策 [0048](decisions/0048-the-server-owns-no-tables.md)）。',
        english: 'The role that owns the tables, for upgrades and restores.',
      },
      DATABASE_REPLICA_URL: {
        chinese: '流复制的副本：启动时统计的长读取从它读，其余仍读主库，见 [operations.md](operations.md#副本--replica)。',
        english: 'A streaming replica for the long readings at a start.',
      },
      MQTT_URL: {
        chinese:
          '外部 MQTT 3.1.1 服务器，多个服务经它互相收到消息。其他程序可在其上订阅 `lookout/<kind>/<gridNo>`；其访问控制须只允许服务端写 `lookout/#`。',
        english: 'An external broker through which several servers exchange messages.',
        otherwise: '内嵌 embedded',
      },
      MQTT_WS_URL: {
        chinese: '外部 MQTT 服务器的 WebSocket 地址。本站页面的安全策略（CSP）允许连接它；自带的页面始终用本系统的 `/mqtt`。',
        english: 'Added to the security policy of the pages, which themselves use `/mqtt`.',
      },
      EVENTS_KEEP_MONTHS: {
        chinese:
          '事件日志保留的整月数，至少 3。更早的月份先写成归档文件（`DATA_DIR/log-archives` 与存储桶），再离开数据库（决策 [0054](decisions/0054-months-that-leave.md)，[运维](operations.md#离开日志的月份--months-that-leave)）。',
        english: 'Months of the event log to keep, at least 3; older ones are archived first.',
        otherwise: '永久保留 all',
      },
      AUDIT_KEEP_MONTHS: {
        chinese: '审计保留的整月数，至少 12。更早的月份同样先归档，再离开数据库。',
        english: 'Months of the audit to keep, at least 12; older ones are archived first.',
        otherwise: '永久保留 all',
      },
    },
  },
  {
    chinese: '演示',
    english: 'Demo',
    settings: {
      DEMO: {
        chinese: '`on`：演示世界；`quiet`：有账号与天气，火情不自行发生；`off`：无演示，正式运行。',
        english: 'The demo world: on, without fires of its own, or off.',
      },
      DEMO_LAYERS: {
        chinese: '`off`：不带演示的林场、村界、道路（图层与到场时间用的路网）与瞭望塔模型。',
        english: 'Whether the demo brings its layers, roads and a tower model.',
      },
      DEMO_WORLD: {
        chinese: '`off`：有演示账号，但不启动模拟器（可另用 `npm run sim` 从别处推送）。',
        english: 'Whether the simulator is started.',
      },
      SEED: { chinese: '演示世界的种子：种子相同，世界相同。', english: 'Seed of the demo world.' },
      DEMO_WEATHER_URL: {
        chinese: '演示世界的天气服务器。启动演示世界时自动设置，一般不用填写。',
        english: 'Weather server of the demo world; set by the start.',
      },
    },
  },
  {
    chinese: '底图与地形',
    english: 'Maps',
    settings: {
      TIANDITU_KEY: {
        chinese: '天地图的密钥。底图的瓦片都经本服务器，浏览器看不到地址与密钥，见 [map-layers.md](map-layers.md#base-maps)。',
        english: 'Key of Tianditu. Tiles of base maps come through the server.',
      },
      IMAGERY_URL: { chinese: '影像瓦片的地址（XYZ、TMS 或 WMTS）。', english: 'Address of imagery tiles.' },
      BASE_MAPS: {
        chinese: '其他瓦片：`标题|地址`，多项用分号隔开，注记的标题前加 `+`。',
        english: 'Other tiles: `title|address`, separated by semicolons, `+` before labels.',
      },
      BASE_MAP_CACHE_GIGABYTES: { chinese: '底图瓦片在磁盘上的缓存，GB。', english: 'Disk cache of base-map tiles, GB.' },
      TERRAIN_URL: {
        chinese: '外部地形服务的地址。浏览器直接从它读取地形。',
        english: 'An external terrain service, read by browsers directly.',
        otherwise: '导入的或演示的地形',
      },
    },
  },
  {
    chinese: '报警与火情',
    english: 'Feeds and fires',
    settings: {
      FEED_KEY: {
        chinese: '推送报警的机器所用的接入密钥，至少 12 个字符。没有设置时在首次启动时生成并打印，保存在 `DATA_DIR/feed-key`。',
        english: 'Key of the machines that send alarms, at least 12 characters.',
        otherwise: '随机 random',
      },
      FIRMS_MAP_KEY: {
        chinese: 'NASA FIRMS 的密钥，用于自动轮询卫星热点。',
        english: 'Key of NASA FIRMS, to poll satellite hotspots.',
        otherwise: '不轮询 not polled',
      },
      QWEATHER_KEY: {
        chinese: '和风天气的密钥。',
        english: 'Key of QWeather.',
        otherwise: '演示的天气；`DEMO=off` 时没有天气',
      },
      QWEATHER_URL: {
        chinese: '和风天气给您的专属地址。',
        english: 'The host that QWeather gives each customer.',
        otherwise: '通用地址 the general host',
      },
      FIRE_ASSOCIATION: {
        chinese: '`off`：不把火警归并为火情，每条火警各自独立（决策 [0057](decisions/0057-one-fire-of-many-alarms.md)）。',
        english: 'Whether alarms are joined to fires.',
      },
      SECOND_LOOK: {
        chinese:
          '自动复核：没有另行设置的网格，摄像机是否自己转向卫星、人员和传感器报警的地点（决策 [0113](decisions/0113-a-second-look-by-itself.md)）。',
        english: 'Whether cameras look at the places of alarms by themselves, in grids that have not set it.',
        otherwise: '演示世界中 `on`，其他 `off`',
      },
      REPORTING_CLOCK: {
        chinese:
          '`off`：不按报送规则计时，不产生报送件（决策 [0059](decisions/0059-the-clock-of-duty.md)）。规则按 `REGION`，目前只有四川的。',
        english: 'Whether reports of fires fall due by the rules of the region.',
      },
      DAILY_REPORTS: {
        chinese: '每个账户每天（北京时间）最多的人员上报。探测设备与接入密钥不限，下面三项也是。',
        english: 'Reports of an account a day. Devices and feed keys have no such limit.',
      },
      DAILY_MESSAGES: { chinese: '每个账户每天最多的短信，按收件人计。', english: 'Short messages of an account a day, by receiver.' },
      DAILY_RANGER_MESSAGES: { chinese: '每个账户每天最多的与护林员的消息。', english: 'Messages with rangers of an account a day.' },
      DAILY_PHOTOS: { chinese: '每个账户每天最多的照片。', english: 'Photos of an account a day.' },
    },
  },
  {
    chinese: '短信、邮件与通知',
    english: 'Messages',
    settings: {
      NOTIFICATIONS: {
        chinese: '`off`：不向任何人发送火情通知（决策 [0061](decisions/0061-told-once.md)）。',
        english: 'Whether anybody is notified of fires.',
      },
      SMS_URL: {
        chinese: '短信网关的地址。每条短信以 JSON `{ id, phone, content }` 的 POST 发送。',
        english: 'The SMS gateway; each message is a POST of JSON.',
        otherwise: '存入可查看的发件箱 kept in the outbox',
      },
      SMTP_URL: {
        chinese:
          '邮件服务器：`smtp://user:pw@host:587` 或 `smtps://`。须与 `MAIL_FROM` 同时设置；没有时邮件通知只存入记录，浏览器推送以用户打开本系统的 https 地址为联系地址。',
        english: 'The mail server, together with MAIL_FROM.',
      },
      MAIL_FROM: { chinese: '邮件的发件人。', english: 'The sender of mail.' },
      NOTIFY_HOSTS: {
        chinese: '网络回调与浏览器推送可访问的内网地址，写法同 `CAMERA_HOSTS`。公网地址不必列出，但须为 HTTPS。',
        english: 'Addresses of the own network for webhooks and push; public ones need HTTPS only.',
      },
    },
  },
  {
    chinese: '统一身份登录',
    english: 'Sign-on',
    settings: {
      SSO_VERIFY_URL: {
        chinese: '省级统一身份门户验证令牌的地址，见 [operations.md](operations.md#统一身份登录--single-sign-on)。',
        english: 'Where tokens of the portal are verified.',
        otherwise: '演示：自带的演示门户；`DEMO=off`：无',
      },
      SSO_PORTAL_URL: {
        chinese: '用户打开门户的地址。',
        english: 'Where users open the portal.',
        otherwise: '演示：自带的演示门户；`DEMO=off`：无',
      },
      OIDC_ISSUER: {
        chinese: 'OpenID Connect 身份提供方的地址。须与 `OIDC_CLIENT_ID` 同时设置。',
        english: 'The OpenID Connect provider, together with OIDC_CLIENT_ID.',
      },
      OIDC_CLIENT_ID: { chinese: '在身份提供方登记的客户端。', english: 'The client registered at the provider.' },
      OIDC_CLIENT_SECRET: { chinese: '客户端的密钥；没有密钥即公共客户端。', english: 'Its secret; without one it is a public client.' },
      OIDC_REDIRECT_URL: {
        chinese: '身份提供方的返回地址；反向代理改写域名时设置。',
        english: 'Where the provider sends the browser back.',
        otherwise: '所访问站点的 `/authredirect`',
      },
      OIDC_USERNAME_CLAIM: { chinese: '哪一项是用户名。', english: 'The claim that is the user name.' },
      OIDC_SCOPE: { chinese: '申请的范围，空格分隔，须含 `openid`。', english: 'The scope that is asked for.' },
      OIDC_ACR_VALUES: {
        chinese: '要求身份提供方核验的强度（acr），空格分隔，其一即可。后端注销通知的地址是 `/auth/api/auth/oidc/logout`。',
        english: 'Accepted strengths of authentication (acr).',
      },
      OIDC_MAX_AGE_MINUTES: {
        chinese: '身份提供方须在多少分钟之内核验过用户。',
        english: 'How long ago the provider may have checked the user, minutes.',
        otherwise: '无；`strict`：720',
      },
    },
  },
  {
    chinese: '安全',
    english: 'Security',
    settings: {
      SECURITY_POLICY: {
        chinese:
          '`strict`：管理用户的账号须开启两步验证（手机验证器），新密码 12–64 位且不得常见，会话闲置或满 12 小时即结束，「验证密码」须输入本人的密码或验证码，网页的令牌放在脚本读不到的 Cookie 里（决策 [0046](decisions/0046-a-stricter-way-in.md)、[0096](decisions/0096-level-2-whole.md)、[0102](decisions/0102-what-was-left-of-level-2.md)）。演示账号从不要求两步验证；任何人都可在「账号安全」中自行开启。',
        english: 'Stricter passwords, sessions and logins; user administrators need a second factor.',
      },
      SESSION_IDLE_MINUTES: {
        chinese:
          '`strict` 时会话可闲置的分钟数（5–1440）。按键或指针算使用，打开着的页面不算；值班台（有处置报警权限的账号）和护林员的页面除外，打开着就算。',
        english: 'Idle minutes of a session under `strict`.',
      },
      MAX_SESSIONS: {
        chinese: '每个账号最多几个会话，最早的结束（决策 [0096](decisions/0096-level-2-whole.md)）。',
        english: 'The most sessions of an account; the oldest ends.',
        otherwise: '无；`strict`：10',
      },
      GIVEN_PASSWORD_DAYS: {
        chinese: '他人所给的口令首次登录须修改，并在这么多天后失效。',
        english: 'Days after which a password set by somebody else ends.',
        otherwise: '无；`strict`：7',
      },
      KEYS_FILE: {
        chinese:
          '登录、签名、摄像头密码、两步验证、网络回调和浏览器推送的密钥，不在数据库里。同一数据库的所有服务器用同一份（复制或共享），更换用 `npm run admin -- rotate-keys`。',
        english: 'The keys, outside the database; the same file for all servers of one database.',
        otherwise: '`DATA_DIR/keys.json`',
      },
      CRYPTO: {
        chinese:
          '`gm`：数据库里的摄像头密码等用 SM4 加密，审计的散列链、封存包与归档用 SM3，签名用 SM2（决策 [0099](decisions/0099-chinas-own-ciphers.md)、[0100](decisions/0100-signed-and-by-sm3.md)，[对照国标](security-gb.md)）。以前写的照旧可读、可核对。',
        english: "`gm`: China's commercial ciphers for what is written from now on.",
      },
      CLEAR_LINKS: {
        chinese:
          '确认可以不加密的外部连接：`database`、`broker`、`mail`、`sms`、`portal`、`oidc`、`bucket`、`traces`、`scanner`、`logs`、`platforms`（厂商平台）。`strict` 下未列出的明文连接使服务不启动。`cameras`：`npm run doctor` 不再列出明文的摄像头。',
        english: 'Links that may stay unencrypted; under `strict` an unlisted one stops the start.',
      },
      UPLOAD_SCANNER: {
        chinese:
          '检查上传照片、预案附件、导入的表格与地图的程序，例如 `/usr/bin/clamdscan --no-summary -`：从标准输入读，0 为干净、1 为有问题，其他不收。或 ICAP 服务（RFC 3507），例如 `icap://scanner.local:1344/avscan`，`icaps://` 为加密，见 [operations.md](operations.md#病毒检查--virus-scanning)。',
        english: 'A program or ICAP service that scans uploaded files.',
      },
      PHONE_STORAGE: {
        chinese:
          '`memory`：护林员的页面不在手机上保存任何业务数据（任务、位置、未发送的上报只在打开的页面里）。无信号时不能重新打开，关闭页面会丢失未发送的内容。',
        english: '`memory`: the ranger’s page stores nothing on the phone.',
      },
    },
  },
  {
    chinese: '摄像头与厂商平台',
    english: 'Cameras and platforms',
    settings: {
      CAMERA_HOSTS: {
        chinese: '摄像头、视频流与报警录像允许的地址，例如 `10.0.0.0/8:554,8000-8100; camera.local:554`。',
        english: 'Allowed addresses of cameras, streams and recordings of alarms.',
        otherwise: '演示：本机；`DEMO=off`：无',
      },
      HIKVISION_URL: {
        chinese: '海康平台的地址。厂商平台没有设置时，相应调用明确拒绝，下面几项也是。',
        english: "Hikvision's platform. Calls to a platform that is not set are refused.",
      },
      CHINA_TOWER_URL: { chinese: '铁塔平台的地址。', english: "ChinaTower's platform." },
      GUIDE_URL: { chinese: '高德红外平台的地址。', english: "Guide's platform." },
      AQISHI_URL: { chinese: '奇石平台的地址。', english: "Aqishi's platform." },
      AQISHI_USER: { chinese: '奇石平台的用户名。', english: 'Its user.' },
      AQISHI_PASSWORD: { chinese: '奇石平台的密码。', english: 'Its password.' },
      MEDIA_KIT_URL: { chinese: 'ZLMediaKit 的地址。', english: 'ZLMediaKit.' },
      MEDIA_KIT_SECRET: { chinese: 'ZLMediaKit 的密钥。', english: 'Its secret.' },
    },
  },
  {
    chinese: '存储',
    english: 'Storage',
    settings: {
      S3_ENDPOINT: {
        chinese:
          'S3 兼容的存储桶的地址。图片与录完的录像存在那里，任一服务器都能提供；不设则在数据目录里。桶须私有，地址、桶名和两项密钥四项同时设置。原有图片用 `npm run admin -- copy-pictures` 复制过去（可中断后继续）；备份不含存储桶里的文件（决策 [0053](decisions/0053-stored-files-in-a-bucket.md)）。',
        english: 'An S3-compatible bucket for pictures and recordings; endpoint, bucket and both keys are set together.',
      },
      S3_BUCKET: { chinese: '存储桶的名称。', english: 'Its name.' },
      S3_ACCESS_KEY_ID: { chinese: '存储桶的访问密钥。', english: 'Its access key.' },
      S3_SECRET_ACCESS_KEY: { chinese: '存储桶的密钥。', english: 'Its secret key.' },
      S3_REGION: { chinese: '存储桶的区域。', english: 'Its region.' },
      S3_FORCE_PATH_STYLE: {
        chinese: '`on`：桶名在路径里；`off`：在主机名里。',
        english: 'Whether the name of the bucket is in the path or in the host name.',
      },
      RECORD_DAYS: { chinese: '录像保留的天数。', english: 'Days to keep recordings.' },
      RECORD_GIGABYTES: { chinese: '录像的总量，GB。', english: 'The most of recordings, GB.' },
      GATE_PICTURE_DAYS: { chinese: '卡口抓拍图片保留的天数。', english: 'Days to keep pictures of inspection posts.' },
      GATE_PICTURE_GIGABYTES: { chinese: '卡口抓拍图片的总量，GB。', english: 'The most of these pictures, GB.' },
    },
  },
  {
    chinese: '页眉',
    english: 'Header',
    settings: {
      LINK_ENVIRONMENT_URL: {
        chinese: '页眉“外部系统”里环境监测的地址（地区有此项时，下面两项也是）。演示中指向自带的页面，否则写明未配置。',
        english: 'A link of the header, where the region has it.',
      },
      LINK_BACKSTAGE_URL: { chinese: '页眉“外部系统”里后台管理的地址。', english: 'A link of the header.' },
      LINK_EMERGENCY_PLAN_URL: { chinese: '页眉“外部系统”里应急预案的地址。', english: 'A link of the header.' },
      DIGITAL_FORESTRY: {
        chinese: '页眉“数字林业”：`标题|https://….mp4;标题|https://….pdf`。没有时演示用自带的两段视频与两份 PDF，否则不显示。',
        english: 'Videos and PDFs of the header’s 数字林业.',
      },
      REPLAY_MENU_FULL_NAME: {
        chinese: '哪个用户（姓名）的视频菜单是下拉菜单。',
        english: 'The full name of the user whose video menu is a dropdown.',
        otherwise: '演示：阿坝州值班员；`DEMO=off`：无',
      },
    },
  },
  {
    chinese: '日志与追踪',
    english: 'Logs and tracing',
    settings: {
      SYSLOG: {
        chinese:
          '日志收集器，例如 `tls://logs.example.cn:6514`（RFC 5424、5425；也可 `tcp:`、`udp:`）。日志与审计锚点同时送去，连不上时在内存里等待，从不拖慢服务；自己的证书机构由 `NODE_EXTRA_CA_CERTS` 给出。',
        english: 'A collector for log lines and audit anchors.',
        otherwise: '日志只在标准错误输出',
      },
      OTEL_EXPORTER_OTLP_ENDPOINT: {
        chinese:
          'OpenTelemetry 收集器，例如 `http://jaeger:4318`：以火警编号追踪一条火警经过的每一步，见 [operations.md](operations.md#追踪一条火警--tracing-one-alarm)。',
        english: 'An OpenTelemetry collector, to trace an alarm by its id.',
        otherwise: '不追踪 no tracing',
      },
      OTEL_SERVICE_NAME: { chinese: '追踪里的服务名。', english: 'Service name in traces.' },
      OTEL_TRACES_SAMPLER: { chinese: '取样方式。', english: 'Sampler.' },
      OTEL_TRACES_SAMPLER_ARG: { chinese: '取样的比例，0 到 1。', english: 'Share of traces, 0 to 1.' },
    },
  },
];

/** Settings that are read elsewhere than in config.ts. */
export const OTHER_SETTINGS: Readonly<Record<string, SettingText>> = {
  DEMO_RANGERS: {
    chinese: '模拟器：`off` 时模拟护林员不登录、不执行任务，演示账号留给真人试用。',
    english: 'Simulator: whether simulated rangers log in and do tasks.',
    otherwise: '`on`',
  },
  DEMO_SCALE: {
    chinese:
      '模拟器：演示世界放大多少倍（也可用 `npm run sim -- --scale N`）。250 为 10 万个资源、1 万名走动的护林员；护林员账号由演示程序以 `guojia` 的公开接口逐个新建，每个约 80 ms。',
    english: 'Simulator: size of the demo world; 250 gives 100,000 resources and 10,000 walkers.',
    otherwise: '`1`',
  },
  SIM_CAMERA_FAULTS: {
    chinese:
      '模拟器：演示的瞭望塔像真实摄像头那样不合标准。写法为 `塔编号:名称+名称;*:名称`，名称见 `packages/sim/src/towers/faults.ts`（`no-position`、`inner-address`、`clock-ahead`、`marker-on-every-slice`、`time-back`、`still` 等）。',
    english: 'Simulator: departures from the standards, by tower.',
  },
  LOOKOUT_URL: {
    chinese: '模拟器：单独运行 `npm run sim` 时，服务器的地址。',
    english: 'Simulator: address of the server, for `npm run sim`.',
    otherwise: '`http://127.0.0.1:8080`',
  },
  SMOKE_MODEL: {
    chinese: '命令 `npm run smoke -- detect`：自备的 ONNX 模型文件，旁边是它的说明 `模型.onnx.json`（见 docs/smoke.md）；`--model` 优先。',
    english: 'The command `smoke`: an ONNX model of your own, with its description beside it.',
  },
  NODE_EXTRA_CA_CERTS: {
    chinese: 'Node：自己的证书机构（PEM 文件），用于摄像头、日志收集器和身份提供方等的 TLS 证书。',
    english: 'Node: certificate authorities of your own.',
  },
  SECRETS_DIR: {
    chinese:
      '部署脚本 `scripts/run-with-secrets.mjs`：密钥文件的目录，每个文件以设置的名称命名。环境变量中已有的设置优先；systemd 用它自己的 `CREDENTIALS_DIRECTORY`。',
    english: 'Deployments: a folder with a file for each secret setting.',
    otherwise: '`/run/secrets`',
  },
};
