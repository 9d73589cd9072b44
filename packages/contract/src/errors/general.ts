// Errors of any call: authentication, the request itself, and the availability of the server.
import { TASK_TYPES, type TaskType } from '@lookout/features/task/task.ts';
import { messages } from '../outcome.ts';
import {
  diskFull,
  fault,
  forbidden,
  gone,
  headersTooLarge,
  invalid,
  noSession,
  notFound,
  tooLarge,
  tooMany,
  tooSlow,
  unavailable,
} from './entry.ts';
import { schemaErrors } from './schema-rules.ts';

const budgetNames = {
  zh: {
    reports: (most: number) => `上报 ${most} 起火情`,
    messages: (most: number) => `发送 ${most} 条短信`,
    'ranger-messages': (most: number) => `发送 ${most} 条护林员消息`,
    photos: (most: number) => `上传 ${most} 张照片`,
  },
  en: {
    reports: (most: number) => `${most} reports of fires`,
    messages: (most: number) => `${most} short messages`,
    'ranger-messages': (most: number) => `${most} messages with rangers`,
    photos: (most: number) => `${most} photos`,
  },
};

export const generalErrors = {
  'not-logged-in': noSession('请先登录', 'Please log in first'),
  'wrong-feed-key': noSession('推送密钥不正确', 'The feed key is wrong'),
  'ticket-unknown': noSession('视频票据无效，请重新打开', 'The video ticket is not valid; please open the video again'),
  'ticket-expired': noSession('视频票据已过期，请重新打开', 'The video ticket has expired; please open the video again'),
  'ticket-other-channel': noSession('视频票据不是这个通道的', 'The video ticket is for another channel'),
  'no-right': forbidden(messages.noRight, 'You do not have the right to do this'),
  'decided-above': forbidden<{ by: string; gridName: string }>(
    ({ by, gridName }) => `这是${gridName}（${by}）的决定，只有${gridName}或其上级可以更改`,
    ({ by, gridName }) => `This was decided by ${by} of ${gridName}; only ${gridName} or a grid above it may change it`,
  ),
  'beyond-own-grid': forbidden<{ gridName: string }>(
    ({ gridName }) => `它还涉及${gridName}，不全在您的网格内；请由共同的上级网格处理`,
    ({ gridName }) => `It concerns ${gridName} too, beyond your grid; ask a grid above both to do this`,
  ),
  'cross-site': forbidden('不接受来自其他网站的请求', 'Requests from other sites are not accepted'),
  /** Missing, or outside the caller's grid: the same answer, so that a caller cannot tell which. */
  'not-found': notFound('没有找到，或不在您的网格内', 'Not found, or not in your grid'),
  /** A follower of the log must reload: its state is older than the log's oldest event. */
  'log-begins-later': gone<{ first: number }>(
    ({ first }) => `日志从编号 ${first} 开始，更早的事件已不在日志中，请重新加载`,
    ({ first }) => `The log begins with number ${first}; older events have been archived; please reload`,
  ),
  'no-such-call': notFound('没有这个地址', 'There is no such address'),

  'request-unreadable': invalid('请求无法读取', 'The request cannot be read'),
  'request-beyond-limit': tooLarge('请求无法读取', 'The request cannot be read: it is too large'),
  'headers-too-large': headersTooLarge('请求头太长', 'The request headers are too long'),
  'request-too-slow': tooSlow('请求没有在规定时间内传完', 'The request was not complete in time'),
  'body-too-large': tooLarge<{ megabytes: number }>(
    ({ megabytes }) => `请求内容太大，上限 ${megabytes} MB`,
    ({ megabytes }) => `The request is too large; at most ${megabytes} MB are accepted`,
  ),
  'body-cut-off': invalid('请求内容没有传完', 'The request ended prematurely'),
  'body-not-json-type': invalid('请求内容应为 JSON', 'The request must be JSON (Content-Type: application/json)'),
  'body-not-utf8': invalid('请求内容不是有效的 UTF-8 文本', 'The request is not valid UTF-8 text'),
  'body-not-json': invalid('请求内容不是有效的 JSON', 'The request is not valid JSON'),
  'body-compressed': invalid('不接受压缩的请求内容', 'Compressed requests are not accepted'),

  'too-many-calls': tooMany('请求过于频繁，请稍后再试', 'Too many requests; please try again later'),
  'daily-budget-spent': tooMany<{ budget: keyof typeof budgetNames.zh; most: number }>(
    ({ budget, most }) => `每个账户每天最多${budgetNames.zh[budget](most)}，已到上限，北京时间次日 00:00 起可继续`,
    ({ budget, most }) => `An account may send at most ${budgetNames.en[budget](most)} a day; the count starts again at 00:00 Beijing time`,
  ),
  'too-many-waiting': tooMany<{ of: 'account' | 'grid'; waiting: number }>(
    ({ of, waiting }) => `${of === 'account' ? '您' : '您的网格'}已有 ${waiting} 项工作在等待，请等其中一项完成后再试`,
    ({ of, waiting }) =>
      `${waiting} jobs of ${of === 'account' ? 'yours' : 'your grid'} are already waiting; please try again when one of them is done`,
  ),
  'work-takes-too-long': unavailable<{ seconds: number }>(
    ({ seconds }) => `超过 ${seconds} 秒未完成，已停止；请缩小范围后再试`,
    ({ seconds }) => `The request was stopped after ${seconds} s; please request less`,
  ),
  /** Never displayed: the caller has closed the connection. */
  'call-abandoned': gone('连接已关闭，请求已取消', 'The connection was closed; the request was cancelled'),
  'server-busy': unavailable('服务繁忙，请稍后再试', 'The server is busy; please try again later'),
  'server-unavailable': unavailable('服务暂不可用，请稍后再试', 'The service is not available; please try again later'),
  'storage-unavailable': unavailable(
    '图片与录像的存储暂不可用，请稍后再试；报警不受影响',
    'The storage of pictures and recordings is not available; please try again later. Alarms are not affected',
  ),
  'file-infected': invalid('文件没有通过病毒检查，没有保存', 'The file did not pass the scanner and was not saved'),
  'scanner-silent': unavailable(
    '病毒检查程序没有应答，文件没有保存，请稍后再试或联系管理员',
    'The scanner does not answer and the file was not saved; please try again later, or inform the administrator',
  ),
  'disk-full': diskFull(
    '服务器磁盘已满，暂时不能保存，请联系管理员',
    "The server's disk is full and nothing can be saved; please tell the administrator",
  ),
  'internal-fault': fault('服务器内部错误', 'Internal server error'),
} as const;

// Fields that many calls share: grids, places, times, pictures, files.

const areaMessages = {
  'outside-china': ['位置在中国境外', 'The position is outside China'],
  'outside-senders-grid': ['位置不在您的网格范围内', 'The position is not in your grid'],
} as const;
export type WrongArea = keyof typeof areaMessages;
export const areaZh = (area: WrongArea): string => areaMessages[area][0];
export const areaEn = (area: WrongArea): string => areaMessages[area][1];

export const fieldErrors = {
  'grid-not-one-text': invalid('网格编号必须是文本，且只能有一个', 'The grid number must be text, and only one'),
  'grids-differ': invalid('查询参数与请求内容中的网格编号不一致', 'The grid numbers of query and body differ'),
  'outside-own-grid': invalid('超出您的网格范围', 'Beyond your grid'),
  'grid-without-centre': invalid('该网格没有中心坐标，请提供经纬度', 'This grid has no centre; please give longitude and latitude'),
  'towns-too-many': invalid('乡镇很多，请先选到市州或县', 'There are many towns; please choose a prefecture or a county first'),

  'outside-china': invalid(...areaMessages['outside-china']),
  'outside-senders-grid': invalid(...areaMessages['outside-senders-grid']),
  'only-half-a-place': invalid('经度和纬度须同时提供', 'Longitude and latitude must be given together'),
  'radius-without-place': invalid('按距离查找须提供经纬度', 'A search by distance needs longitude and latitude'),

  'in-the-future': invalid('时间在未来', 'The time is in the future'),
  'time-implausible': invalid('时间早于一年前：设备的时钟不对', 'The time is more than a year ago: the clock of the device is wrong'),
  'position-doubtful': invalid(
    '只记入轨迹：从上一个位置不可能到这里，或定位误差太大；连续几个相符后采用',
    'Stored for the track only: nobody can have reached this position from the last one, or it is too inaccurate. Several positions that agree are accepted',
  ),
  'position-past': invalid(
    '只记入轨迹：超过一天的位置不说明现在在哪里',
    'Stored for the track only: a position more than a day old does not show where a person is now',
  ),
  'end-before-begin': invalid('结束时间早于开始时间', 'The end is before the beginning'),
  'window-at-most-a-day': invalid('一次至多一天', 'At most one day at a time'),
  'end-day-before-begin': invalid('结束日期早于开始日期', 'The last day is before the first'),

  'no-such-fire': invalid('没有这起火警，或不在您的网格内', 'There is no such alarm, or it is not in your grid'),
  'no-such-monitoring-point': invalid('没有这个监控点，或不在您的网格内', 'There is no such monitoring point, or it is not in your grid'),
  'no-such-post': invalid('没有这个哨卡，或不在您的网格内', 'There is no such checkpoint, or it is not in your grid'),
  'captured-in-the-future': invalid('抓拍时间晚于现在', 'The picture was taken later than now'),

  'no-picture-received': invalid('没有收到照片', 'No picture was received'),
  'one-picture-at-a-time': invalid('一次只能上传一张照片', 'Only one picture can be uploaded at a time'),
  'picture-gone': invalid('照片不存在，请重新上传', 'The picture does not exist; please upload it again'),
  'image-gone': invalid('图片不存在，请重新上传', 'The image does not exist; please upload it again'),
  'picture-too-large': tooLarge<{ megabytes: number }>(
    ({ megabytes }) => `照片不能超过${megabytes}MB`,
    ({ megabytes }) => `A picture may have at most ${megabytes} MB`,
  ),
  'picture-too-many-pixels': tooLarge<{ megapixels: number }>(
    ({ megapixels }) => `照片不能超过${megapixels * 100}万像素`,
    ({ megapixels }) => `A picture may have at most ${megapixels} megapixels`,
  ),
  'not-a-picture': invalid('只能上传 PNG 或 JPEG 照片', 'Only PNG and JPEG pictures can be uploaded'),
  'picture-broken': invalid('照片已损坏，无法读取', 'The picture is broken and cannot be read'),
  'upload-incomplete': invalid('上传内容不完整', 'The upload is not complete'),
  'upload-unreadable': invalid('上传内容无法读取', 'The upload cannot be read'),

  'no-file-received': invalid('没有收到文件内容', 'No file was received'),

  'no-elevation-tile': notFound('没有这块高程', 'There is no such elevation tile'),
  'elevation-renewed': gone('高程数据已更新', 'The elevation has been renewed'),
  'no-land-cover-tile': notFound('没有这块地类', 'There is no such piece of land cover'),
  'land-cover-renewed': gone('地类数据已更新', 'The land cover has been renewed'),
  'no-base-map-tile': notFound('没有这块底图', 'There is no such base-map tile'),
  /** The service does not reply, or refuses the key. */
  'base-map-silent': unavailable('底图服务没有应答', 'The base-map service does not answer'),
  'base-map-refused': unavailable(
    '底图服务拒绝了请求，请管理员检查密钥与权限',
    'The base-map service refuses the request; please check its key',
  ),
  'no-vector-tile': notFound('没有这块瓦片', 'There is no such tile'),
} as const;

// Found by the schemas of the calls, which name them by `errorCode`.

const taskTypeNames = {
  'person-report': ['人员上报', 'reported by a person'],
  'monitoring-point': ['监控点报警', 'alarm of a monitoring point'],
  satellite: ['卫星火情', 'satellite fire'],
  'newly-found': ['新发现火情', 'newly found'],
} as const satisfies Record<TaskType, readonly [string, string]>;

type Most = { most: number };

export const inputErrors = {
  ...schemaErrors,
  'text-not-storable': invalid('含有无法保存的字符', 'It has characters that cannot be stored'),
  'less-than-none': invalid('不能小于0', 'It cannot be less than 0'),
  'number-at-most': invalid<Most>(
    ({ most }) => `不能超过${most}`,
    ({ most }) => `It cannot be more than ${most}`,
  ),
  'whole-number-range': invalid<{ least: number; most: number }>(
    ({ least, most }) => `请填写 ${least} 到 ${most} 的整数`,
    ({ least, most }) => `Please enter a whole number from ${least} to ${most}`,
  ),
  'id-format': invalid('编号格式不正确', 'This is not a valid id'),
  'grid-number-not-text': invalid('网格编号必须是文本', 'The grid number must be text'),
  'grid-number-digits': invalid('网格编号应为6位数字', 'A grid number has 6 digits'),
  'longitude-needed': invalid('请输入经度', 'Please enter the longitude'),
  'longitude-range': invalid('经度应在-180到180之间', 'A longitude lies between -180 and 180'),
  'latitude-needed': invalid('请输入纬度', 'Please enter the latitude'),
  'latitude-range': invalid('纬度应在-90到90之间', 'A latitude lies between -90 and 90'),
  'time-format': invalid('时间应为 YYYY-MM-DD HH:mm:ss（北京时间）或 ISO 8601', 'A time is YYYY-MM-DD HH:mm:ss (Beijing time) or ISO 8601'),
  'day-format': invalid('日期应为 YYYY-MM-DD', 'A day is YYYY-MM-DD'),
  'end-not-after-begin': invalid('结束时间应晚于开始时间', 'The end must be later than the beginning'),
  'phone-format': invalid('电话号码格式不正确', 'This is not a valid phone number'),
  'name-needed': invalid('请填写名称', 'Please enter the name'),
  'code-needed': invalid('请填写编号', 'Please enter the number'),
  'reason-needed': invalid('请填写原因', 'Please enter the reason'),
  'pictures-at-most': invalid<Most>(
    ({ most }) => `最多上传${most}张照片`,
    ({ most }) => `At most ${most} pictures can be uploaded`,
  ),

  'fire-type-range': invalid('火情类型应为1到8', 'The type of a fire is 1 to 8'),
  'outcome-needed': invalid('请选择处置结果', 'Please choose the outcome'),
  'rekindling-reason-needed': invalid('请填写复燃的情况', 'Please enter how it rekindled'),
  'deletion-reason-needed': invalid('请填写删除原因', 'Please enter why it is deleted'),
  'correction-reason-needed': invalid('请填写更正原因', 'Please enter why it is corrected'),
  'fire-number-needed': invalid('请输入火点编号', 'Please enter the number of the fire'),
  'place-or-angles-needed': invalid(
    '请提供位置，或提供水平角和垂直角',
    'Please give the position, or the horizontal and the vertical angle',
  ),
  'device-of-angles-needed': invalid('只有角度时须指明监控点或设备', 'Angles alone need the monitoring point or the device'),
  'horizontal-angle-needed': invalid('请填写水平角', 'Please enter the horizontal angle'),
  'vertical-angle-needed': invalid('请填写垂直角', 'Please enter the vertical angle'),
  'bearing-needed': invalid('请输入水平角', 'Please enter the horizontal angle'),
  'tilt-needed': invalid('请输入垂直角', 'Please enter the vertical angle'),
  'device-number-missing': invalid('请提供设备编号', "Please give the device's number"),
  'checked-object-needed': invalid('请填写检查对象', 'Please enter what was checked'),

  'full-name-needed': invalid('请输入姓名', 'Please enter the full name'),
  'group-needed': invalid('请选择组织', 'Please choose the organisation'),
  'group-name-needed': invalid('请输入组织名称', 'Please enter the name of the organisation'),
  'menu-name-needed': invalid('请输入菜单名称', 'Please enter the name of the menu'),
  'user-name-format': invalid(
    '用户名应以字母开头，2-32位字母、数字、_ . -',
    'A user name begins with a letter and has 2 to 32 letters, digits, _ . -',
  ),

  'task-content-needed': invalid('请填写任务内容', 'Please enter what the task is'),
  'task-type-range': invalid(
    '任务类型应为 1 到 4（1 人员上报，2 监控点报警，3 卫星火情，4 新发现火情）',
    'The type of a task is 1 to 4 (1 reported by a person, 2 alarm of a monitoring point, 3 satellite fire, 4 newly found)',
  ),
  'task-type-of-alarm': invalid<{ type: TaskType }>(
    ({ type }) => `与火警不符：这起火警的任务类型是 ${TASK_TYPES.indexOf(type) + 1}（${taskTypeNames[type][0]}）`,
    ({ type }) => `It is not that of the alarm, whose tasks are of type ${TASK_TYPES.indexOf(type) + 1} (${taskTypeNames[type][1]})`,
  ),
  'task-day-needed': invalid('请选择日期', 'Please choose the day'),
  'task-time-needed': invalid('请选择时间', 'Please choose the time'),
  'priority-needed': invalid('请选择优先级', 'Please choose the priority'),
  'priority-range': invalid('优先级应为1到4', 'A priority is 1 to 4'),
  'rangers-needed': invalid('请选择护林员', 'Please choose the rangers'),
  'items-at-most': invalid<Most>(
    ({ most }) => `最多 ${most} 项`,
    ({ most }) => `At most ${most} items`,
  ),
  'rangers-at-most': invalid<Most>(
    ({ most }) => `一次最多派遣${most}人`,
    ({ most }) => `At most ${most} people can be sent at once`,
  ),
  'cancel-reason-needed': invalid('请填写取消原因', 'Please enter why it is cancelled'),
  'ranger-id-format': invalid('护林员编号格式不正确', "This is not the form of a ranger's id"),
  'no-such-ranger-id': invalid('没有这个护林员', 'There is no such ranger'),
  'only-own-position': invalid('只能上传自己的位置', 'Only your own position can be sent'),
  'positions-needed': invalid('请提供位置的列表', 'Please give a list of positions'),
  'positions-at-most': invalid<Most>(
    ({ most }) => `一次最多${most}个位置`,
    ({ most }) => `At most ${most} positions at once`,
  ),

  'applicant-needed': invalid('请填写申请人', 'Please enter the applicant'),
  'contact-phone-needed': invalid('请填写联系电话', 'Please enter a phone number'),
  'burning-purpose-needed': invalid('请选择用火类型', 'Please choose what is burnt'),
  'burning-place-needed': invalid('请选择用火地点', 'Please choose the place of the burning'),
  'burning-days-at-most': invalid<Most>(
    ({ most }) => `用火时间不能超过${most}天`,
    ({ most }) => `A burning cannot last more than ${most} days`,
  ),
  'review-outcome': invalid('审批结果不正确', 'This is not an outcome of a review'),

  'plot-kind': invalid('标绘类型不正确', 'This is not a kind of plot'),
  'plot-symbol': invalid('没有这种标绘符号', 'There is no such symbol'),
  'plot-symbol-misfit': invalid('该符号不能用于这种标绘', 'This symbol is not for a plot of this kind'),
  'plot-colour': invalid('颜色不正确', 'This is not a colour of a plot'),
  'plot-points-at-most': invalid<Most>(
    ({ most }) => `一个标绘最多${most}个点`,
    ({ most }) => `A plot has at most ${most} points`,
  ),
  'too-few-points': invalid<{ least: number }>(
    ({ least }) => `至少需要${least}个点`,
    ({ least }) => `At least ${least} points are needed`,
  ),
  'too-many-points': invalid('点数过多', 'Too many points'),
  'plot-text-needed': invalid('请填写文字', 'Please enter the text'),

  'phones-at-most': invalid<Most>(
    ({ most }) => `一次最多${most}个号码`,
    ({ most }) => `At most ${most} numbers at once`,
  ),
  'users-at-most': invalid<Most>(
    ({ most }) => `一次最多${most}个用户`,
    ({ most }) => `At most ${most} users at once`,
  ),
  'template-name-needed': invalid('请填写模板名称', 'Please enter the name of the template'),
  'template-content-needed': invalid('请填写模板内容', 'Please enter the text of the template'),

  'post-number-needed': invalid('请填写哨卡编号', 'Please enter the number of the checkpoint'),
  'gate-category': invalid('类别不正确', 'This is not a category'),
  'east-of-west': invalid('东边的经度应大于西边', 'The eastern longitude must be larger than the western'),
  'north-of-south': invalid('北边的纬度应大于南边', 'The northern latitude must be larger than the southern'),
  'radius-needed': invalid('请输入搜索半径', 'Please enter the radius'),
  'radius-positive': invalid('搜索半径应为正数', 'The radius must be positive'),
  'radius-at-most': invalid<{ kilometres: number }>(
    ({ kilometres }) => `搜索半径不能超过${kilometres}公里`,
    ({ kilometres }) => `The radius cannot be more than ${kilometres} km`,
  ),
  'limit-positive': invalid('条数应为正数', 'The limit must be positive'),
  'limit-at-most': invalid<Most>(
    ({ most }) => `一次最多列出${most}条`,
    ({ most }) => `At most ${most} can be listed at once`,
  ),
  'count-level': invalid('级别应为市州或县区', 'The level is prefecture or county'),
  'resources-needed': invalid('请提供资源的列表', 'Please give a list of resources'),
  'resources-at-most': invalid<Most>(
    ({ most }) => `一次最多${most}个资源`,
    ({ most }) => `At most ${most} resources at once`,
  ),
  'resource-kind': invalid('资源类别不正确', 'This is not a kind of resource'),
  'same-resource-before': invalid<{ row: number }>(
    ({ row }) => `与第 ${row} 个的类别和编号相同`,
    ({ row }) => `Row ${row} has the same kind and number`,
  ),
  'resource-outside-your-grid': invalid('这个编号的资源在您的网格之外', 'The resource of this number is outside your grid'),
  'points-at-most': invalid<Most>(
    ({ most }) => `一次最多${most}个点`,
    ({ most }) => `At most ${most} points at once`,
  ),

  'device-number-needed': invalid('请填写设备编号', "Please enter the device's number"),
  'camera-name-needed': invalid('请填写摄像头名称', "Please enter the camera's name"),
  'monitoring-point-name-needed': invalid('请填写监控点名称', "Please enter the monitoring point's name"),
  'camera-number-needed': invalid('请填写摄像头编号', "Please enter the camera's number"),
  'no-such-camera': invalid('没有这个摄像头，或不在您的网格内', 'There is no such camera, or it is not in your grid'),
  'landmark-needed': invalid('至少需要一个地标', 'At least one landmark is needed'),
  'bearings-of-two-needed': invalid('至少需要两个摄像头的方位', 'The bearings of at least two cameras are needed'),
  'step-range': invalid('焦距步长只能是1到8之间的整数', 'A step is a whole number from 1 to 8'),
  'command-needed': invalid('请填写控制命令', 'Please enter the command'),
  'enum-code-needed': invalid('请填写控制类别', 'Please enter enumCode'),
  'tour-command': invalid('巡航命令不正确', 'This is not a command of a tour'),
  'operator-act': invalid('操作不正确', 'This cannot be done with the right to steer'),
  'preset-name-needed': invalid('请填写预置位名称', "Please enter the preset's name"),
  'box-too-small': invalid('框太小，请拉大一些，或点一下画面', 'The box is too small: draw a larger one, or click the picture'),
  'stream-type': invalid('码流类型只能是 1 或 2', 'streamType is 1 or 2'),
  'recording-on-or-off': invalid('请说明开始还是停止', 'Please say whether to begin or to stop'),
} as const;
