// Errors of fields that many calls share: grids, places, times, pictures, files.
import { gone, invalid, notFound, tooLarge } from './entry.ts';

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
  'end-before-begin': invalid('结束时间早于开始时间', 'The end is before the beginning'),
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

  'no-elevation-tile': notFound('没有这块高程', 'There is no such piece of elevation'),
  'elevation-renewed': gone('高程数据已更新', 'The elevation has been renewed'),
  'no-vector-tile': notFound('没有这块瓦片', 'There is no such tile'),
} as const;
