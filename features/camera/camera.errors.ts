// Errors of cameras: reaching, steering and watching them, and locating a fire with them.
import { business, conflict, invalid, type Language, messages, notFound, unavailable } from '@lookout/contract';

/** Reasons why a camera, or the platform in front of it, did not carry out a command. */
const cameraZh = {
  'no-address': '该摄像头没有设置视频地址',
  'not-configured': '该厂商接口未配置',
  'not-supported': '该摄像头不支持此操作',
  'address-refused': '摄像头地址不在允许范围内',
  unauthorized: '摄像头拒绝登录，请检查用户名和密码',
  'basic-only': '摄像头只接受明文密码（Basic），没有发送；确需使用时，请在摄像头设置中允许',
  'login-unsupported': '摄像头要求的登录方式不受支持，没有发送密码；请在摄像头中改用摘要认证（Digest）',
  unreachable: '摄像头无法连接',
  timeout: '摄像头无响应',
  'not-understood': '摄像头返回的数据无法识别',
  refused: '摄像头拒绝了该操作',
  'without-code': '该厂商接口未配置，缺少编码',
  'no-such-stream': '流媒体服务器中没有该路视频',
  'no-such-profile': '摄像头没有这个码流',
  'presets-full': '摄像头的预置位已满',
  'position-unknown': '摄像头没有给出当前角度，方位未知，无法据此定位',
  'client-failed': '服务端的设备协议程序出错（不是摄像头拒绝），请把日志交给维护人员',
  'service-restarting': '服务端与设备通信的进程正在重启，请稍候再试',
  'platform-unauthorized': '厂商平台或流媒体服务器拒绝登录，请核对其账号、密码或密钥设置',
  'platform-unreachable': '厂商平台或流媒体服务器无法连接，请核对其地址设置',
  'platform-timeout': '厂商平台或流媒体服务器无响应',
  'platform-not-understood': '厂商平台或流媒体服务器返回的数据无法识别',
  'platform-refused': '厂商平台或流媒体服务器没有执行',
} as const;
const cameraEn = {
  'no-address': 'No video address is set for this camera',
  'not-configured': "The vendor's interface is not configured",
  'not-supported': 'The camera does not support this function',
  'address-refused': "The camera's address is not among those allowed",
  unauthorized: 'The camera refuses the login; please check user name and password',
  'basic-only':
    'The camera takes passwords only in the clear (Basic), so none was sent; where this is really needed, allow it in the camera settings',
  'login-unsupported':
    'The camera asks for a login of a kind that is not supported, so no password was sent; set it to Digest (MD5 or SHA-256)',
  unreachable: 'The camera cannot be reached',
  timeout: 'The camera does not answer',
  'not-understood': 'The camera’s answer cannot be understood',
  refused: 'The camera refuses the command',
  'without-code': "The vendor's interface is not configured: a code is missing",
  'no-such-stream': 'The media server has no such stream',
  'no-such-profile': 'The camera has no such profile',
  'presets-full': 'The camera has no room for another preset',
  'position-unknown': 'The camera does not report its direction, so nothing can be located with it',
  'client-failed':
    "The server's own client of the device's protocol failed (the camera did not refuse); please give the log to whoever maintains it",
  'service-restarting': "The server's process that talks to devices is restarting; please try again shortly",
  'platform-unauthorized':
    "The vendor's platform or media server refuses the login; please check its account, password or secret in the settings",
  'platform-unreachable': "The vendor's platform or media server cannot be reached; please check its address in the settings",
  'platform-timeout': "The vendor's platform or media server does not answer",
  'platform-not-understood': "What the vendor's platform or media server answers cannot be understood",
  'platform-refused': "The vendor's platform or media server did not carry it out",
} as const satisfies Record<keyof typeof cameraZh, string>;

/** States of a channel. Most of them are reasons why it delivers no video. */
const channelZh = {
  idle: '未打开',
  connecting: '连接中',
  playing: '播放中',
  offline: '离线',
  'no-picture': '15 秒无画面',
  unauthorized: '摄像头拒绝登录',
  'basic-only': '摄像头只接受明文密码（Basic），未在摄像头设置中允许',
  'login-unsupported': '摄像头要求的登录方式不受支持',
  still: '画面静止：有数据而没有新画面，正在重新连接',
  garbage: '数据无法识别',
  'codec-unsupported': '编码不支持',
  'protocol-unsupported': '协议不支持',
  'address-refused': '地址不允许',
  'certificate-refused': '摄像头的证书不受信任',
  restarting: '视频服务重启中',
} as const;
const channelEn = {
  idle: 'Not opened',
  connecting: 'Connecting',
  playing: 'Playing',
  offline: 'Offline',
  'no-picture': 'No picture for 15 seconds',
  unauthorized: 'The camera refuses the login',
  'basic-only': 'The camera takes passwords only in the clear (Basic), which is not allowed in its settings',
  'login-unsupported': 'The camera asks for a login of a kind that is not supported',
  still: 'The picture is frozen: data arrives without a new picture; reconnecting',
  garbage: 'The data cannot be understood',
  'codec-unsupported': 'This codec is not supported',
  'protocol-unsupported': 'This protocol is not supported',
  'address-refused': 'The address is not allowed',
  'certificate-refused': "The camera's certificate is not trusted",
  restarting: 'The video service is restarting',
} as const satisfies Record<keyof typeof channelZh, string>;

/** `detail` is the device's own text, or names the obstacle (H.265). */
type CameraTrouble = { refusal: keyof typeof cameraZh; detail: string | null };
type ChannelTrouble = { state: keyof typeof channelZh; detail: string | null };

const withDetail = (sentence: string, colon: string, detail: string | null): string =>
  detail === null ? sentence : sentence + colon + detail;
const troubleZh = ({ refusal, detail }: CameraTrouble): string => withDetail(cameraZh[refusal], '：', detail);
const troubleEn = ({ refusal, detail }: CameraTrouble): string => withDetail(cameraEn[refusal], ': ', detail);

/** Channel states as text for users. */
export const channelMessages = {
  zh: ({ state, detail }: ChannelTrouble): string => withDetail(channelZh[state], '：', detail),
  en: ({ state, detail }: ChannelTrouble): string => withDetail(channelEn[state], ': ', detail),
} as const satisfies Record<Language, unknown>;

/** Reasons why a recording stored by another system does not play. */
const recordingZh = {
  'address-refused': '录像地址不在允许范围内，请管理员把它加入允许的摄像头网段',
  unreachable: '保存录像的系统无法连接',
  refused: '保存录像的系统没有给出这段录像',
} as const;
const recordingEn = {
  'address-refused': "The recording's address is not among those allowed; an administrator can add it to CAMERA_HOSTS",
  unreachable: 'The system that stores the recording cannot be reached',
  refused: 'The system that stores the recording does not deliver it',
} as const satisfies Record<keyof typeof recordingZh, string>;

const vendorZh = { onvif: 'ONVIF', hikvision: '海康', chinaTower: '铁塔', guide: '高德', aqishi: '奇石', mediaKit: 'ZLMediaKit' } as const;
const vendorEn = {
  onvif: 'ONVIF',
  hikvision: 'Hikvision',
  chinaTower: 'China Tower',
  guide: 'Guide',
  aqishi: 'Aqishi',
  mediaKit: 'ZLMediaKit',
} as const satisfies Record<keyof typeof vendorZh, string>;

export const cameraErrors = {
  'camera-refused': business<CameraTrouble>(troubleZh, troubleEn),
  'no-stream': unavailable<CameraTrouble>(troubleZh, troubleEn),
  'no-snapshot': business<ChannelTrouble>(channelMessages.zh, channelMessages.en),
  'channel-not-playing': unavailable<ChannelTrouble>(channelMessages.zh, channelMessages.en),
  'no-stream-address': business(cameraZh['no-address'], cameraEn['no-address']),
  'vendor-not-spoken': business<{ manufacturer: string | null }>(
    ({ manufacturer }) => `没有接入该厂商的摄像头：${manufacturer ?? '未填写厂商'}`,
    ({ manufacturer }) => `Cameras of this vendor are not connected: ${manufacturer ?? 'no vendor is named'}`,
  ),
  'other-vendor': business<{ vendor: keyof typeof vendorZh }>(
    ({ vendor }) => `该摄像头不是${vendorZh[vendor]}接入的`,
    ({ vendor }) => `This camera is not connected by ${vendorEn[vendor]}`,
  ),
  'no-recording': unavailable<{ refusal: keyof typeof recordingZh }>(
    ({ refusal }) => recordingZh[refusal],
    ({ refusal }) => recordingEn[refusal],
  ),
  'recording-not-there-yet': unavailable(
    '这段录像还在录制它的服务器上，录完（至多十分钟）后即可播放，请稍后再试',
    'This recording is still on the server that makes it; it can be played when it is finished, after ten minutes at most',
  ),
  'platform-not-understood': business('视频平台返回的数据无法识别', 'The video platform’s answer cannot be understood'),
  'no-such-segment': notFound('没有这个分段', 'There is no such segment'),

  'camera-in-use': conflict<{ by: string }>(
    ({ by }) => `${by}正在操作该摄像头`,
    ({ by }) => `${by} is steering this camera`,
  ),
  'nobody-asked-to-steer': business(
    '没有人请求操作权，或操作权不在您手中',
    'No other operator has requested control, or you do not have control',
  ),
  'beyond-range': business('超出该摄像头允许的转动范围', 'The position is outside the range in which this camera may be turned'),
  'no-such-command': invalid('没有这个控制命令', 'There is no such command'),
  'direction-code': invalid('方向应为 1 到 8，或 101 自动聚焦', 'A direction is 1 to 8, or 101 for auto focus'),
  'lens-code': invalid('镜头操作应为 1 到 6', 'A lens operation is 1 to 6'),
  'enum-code': invalid('控制类别应为 1（方向）、2（镜头）或 3（附件）', 'enumCode is 1 (direction), 2 (lens) or 3 (accessory)'),
  'accessory-code': invalid('附件应为 2 灯、3 雨刷、4 风扇或 5 加热', 'An accessory is 2 light, 3 wiper, 4 fan or 5 heater'),
  'no-tour-set': business('该摄像头没有设置巡航路线', 'No tour is set for this camera'),
  'no-such-preset': notFound('没有这个预置位', 'There is no such preset'),
  'heights-unknown': business(
    '地点或塔下的高程未知，无法转向',
    'The elevation there or at the tower is not known, so the camera cannot be turned to it',
  ),
  'field-of-view-unknown': business(
    '该摄像头没有设置镜头视场角，请在摄像头设置中填写',
    'The field of view of this camera is not set; please enter it in the camera settings',
  ),
  'fields-of-view-reversed': invalid('最小视场角不能大于最大视场角', 'The narrowest field of view cannot be wider than the widest'),

  'device-held-elsewhere': conflict(
    '该设备编号已由其他网格登记，请核对；确属本网格的，请联系上级管理员',
    'This device id is on record in another grid; please check it. If the device is yours, please ask an administrator above you',
  ),
  'address-held-elsewhere': conflict(
    '该地址已由其他网格的摄像头使用，请核对；几个网格共用的录像机或平台，各路都要有自己的通道编码',
    'This address is used by a camera of another grid; please check it. On a recorder or platform that several grids share, each channel needs a code of its own',
  ),
  'channel-on-record': conflict(
    '该设备的这个通道已登记在另一个监控点',
    'This channel of the device is on record at another monitoring point',
  ),
  'channel-twice': invalid('同一设备的同一通道只能填写一次', 'The same channel of a device can be given only once'),

  'no-place-found': business(messages.noPosition, 'The position of the fire could not be determined'),
  'tower-height-unknown': business(
    '该监控点没有塔高数据，无法定位火点',
    'This monitoring point has no tower height: the fire cannot be located',
  ),
  'device-ambiguous': invalid(
    '该设备编号在不止一个网格登记，无法认定是哪个摄像头',
    'This device id is on record in more than one grid, so its camera is not known',
  ),
  'device-without-place': invalid(
    '设备未登记，没有位置，无法由角度求火点',
    'The device is not on record and has no position, so the fire cannot be located from angles',
  ),
  'monitoring-point-or-tower-needed': invalid(
    '请提供监控点，或塔的经纬度',
    "Please give the monitoring point, or the tower's longitude and latitude",
  ),

  'triangulation-too-few': business('至少需要两个摄像头的方位', 'The bearings of at least two cameras are needed'),
  'triangulation-baseline-too-short': business(
    '摄像头之间不足100米，无法交会定位',
    'The cameras are less than 100 metres apart: their lines cannot be triangulated',
  ),
  'triangulation-angle-too-small': business(
    '两条视线的夹角不足15度，无法交会定位',
    'The lines meet at less than 15 degrees: they cannot be triangulated',
  ),
  'triangulation-lines-diverge': business('视线没有在前方相交，无法交会定位', 'The lines do not meet ahead of the cameras'),
  'north-no-landmarks': business('至少需要一个地标', 'At least one landmark is needed'),
  'north-too-near': business(
    '地标离塔不足100米，方位不准',
    'The landmark is less than 100 metres from the tower: its bearing is not exact',
  ),
  'north-inconsistent': business(
    '各地标之间相差太大，请检查位置与角度',
    'The landmarks differ too much; please check positions and angles',
  ),
} as const;
