// Errors of manual imports: rows of tables, boundaries, scenes, options. Errors of the file itself are in `files.ts`.
import { business, invalid } from './entry.ts';

type Text = { text: string };

export const importErrors = {
  'same-row-before': invalid<{ row: number; key: string }>(
    ({ row, key }) => `与第 ${row} 行重复（${key}）`,
    ({ row, key }) => `It repeats row ${row} (${key})`,
  ),
  'text-at-most': invalid<{ most: number; length: number }>(
    ({ most, length }) => `最多 ${most} 个字，现有 ${length} 个字`,
    ({ most, length }) => `It has ${length} characters, at most ${most} are possible`,
  ),
  'cell-not-number': invalid<Text>(
    ({ text }) => `应为数字，实为“${text}”`,
    ({ text }) => `A number is needed; this is "${text}"`,
  ),
  'cell-not-whole-number': invalid('应为整数', 'A whole number is needed'),
  'cell-number-range': invalid<{ least: number; most: number; text: string }>(
    ({ least, most, text }) => `应在 ${least} 到 ${most} 之间，实为 ${text}`,
    ({ least, most, text }) => `It must lie between ${least} and ${most}; this is ${text}`,
  ),
  'cell-not-grid': invalid<Text>(
    ({ text }) => `网格编号应为6位数字（乡镇9位），实为“${text}”`,
    ({ text }) => `A grid number has 6 digits (9 for a town); this is "${text}"`,
  ),
  'cell-not-phone': invalid<Text>(
    ({ text }) => `电话格式不正确：“${text}”`,
    ({ text }) => `This is not a valid phone number: "${text}"`,
  ),
  'cell-several-phones': invalid<Text>(
    ({ text }) => `有几个电话（${text}），这里只能填一个`,
    ({ text }) => `There are several phone numbers (${text}); only one can be entered here`,
  ),
  'cell-not-coordinate': invalid<Text>(
    ({ text }) => `应为经纬度，如 103.59 或 103°35′24″，实为“${text}”`,
    ({ text }) => `A coordinate such as 103.59 or 103°35′24″ is needed; this is "${text}"`,
  ),
  'cell-not-one-of': invalid<{ options: readonly string[]; text: string }>(
    ({ options, text }) => `应为 ${options.join('、')} 之一，实为“${text}”`,
    ({ options, text }) => `It must be one of ${options.join(', ')}; this is "${text}"`,
  ),
  'device-of-other-monitoring-point': invalid<{ key: string }>(
    ({ key }) => `${key} 已属于另一个监控点`,
    ({ key }) => `${key} belongs to another monitoring point`,
  ),
  'monitoring-point-differs': invalid<{ row: number }>(
    ({ row }) => `与第 ${row} 行是同一监控点，但名称、位置或说明不一致`,
    ({ row }) => `Row ${row} has the same monitoring point with another name, position or description`,
  ),
  'only-counties-and-towns': invalid('只能导入县（6位）和乡镇（9位）', 'Only counties (6 digits) and towns (9 digits) can be imported'),
  'parent-grid-differs': invalid<{ gridNo: string; parentNo: string; given: string }>(
    ({ gridNo, parentNo, given }) => `编号 ${gridNo} 的上级应为 ${parentNo}，实为 ${given}`,
    ({ gridNo, parentNo, given }) => `The grid above ${gridNo} must be ${parentNo}; this is ${given}`,
  ),
  'half-a-centre': invalid('经度和纬度应同时填写', 'Longitude and latitude must be given together'),
  'no-parent-grid': invalid<{ gridNo: string }>(
    ({ gridNo }) => `没有上级网格 ${gridNo}`,
    ({ gridNo }) => `There is no grid ${gridNo} above it`,
  ),
  'grid-not-there': invalid<{ gridNo: string }>(
    ({ gridNo }) => `没有网格 ${gridNo}`,
    ({ gridNo }) => `There is no grid ${gridNo}`,
  ),
  'group-not-there': invalid<{ id: string }>(
    ({ id }) => `没有机构 ${id}，请先在后台管理中新建`,
    ({ id }) => `There is no organisation ${id}; please create it in the administration first`,
  ),
  'no-grids-yet': business('数据库里还没有网格，请先启动一次服务', 'There are no grids in the database yet; please start the server once'),
  'no-parent-grids-yet': business(
    '数据库里没有这些网格的上级，请先启动一次服务',
    'The grids above these are not in the database; please start the server once',
  ),

  'boundary-without-grid': invalid<{ properties: readonly string[] }>(
    ({ properties }) => `没有网格编号（属性 ${properties.join('、')} 之一）`,
    ({ properties }) => `It has no grid number (one of the properties ${properties.join(', ')})`,
  ),
  'boundary-grid-format': invalid<Text>(
    ({ text }) => `网格编号不正确：${text}`,
    ({ text }) => `This is not a grid number: ${text}`,
  ),
  'boundary-of-nation': invalid('全国的边界不导入', 'The boundary of the nation is not imported'),
  'boundary-grid-not-there': invalid<{ gridNo: string }>(
    ({ gridNo }) => `没有这个网格：${gridNo}`,
    ({ gridNo }) => `There is no such grid: ${gridNo}`,
  ),
  'boundary-without-name': invalid<{ gridNo: string; properties: readonly string[] }>(
    ({ gridNo, properties }) => `网格树里没有 ${gridNo}，新增乡镇、村要有名称（属性 ${properties.join('、')} 之一）`,
    ({ gridNo, properties }) =>
      `There is no grid ${gridNo}; to add a town or village its name is needed (one of the properties ${properties.join(', ')})`,
  ),
  'boundary-twice': invalid<{ gridNo: string }>(
    ({ gridNo }) => `网格 ${gridNo} 在文件中出现了两次`,
    ({ gridNo }) => `The grid ${gridNo} is in the file twice`,
  ),

  'option-not-one-of': invalid<{ option: string; options: readonly string[]; text: string }>(
    ({ option, options, text }) => `--${option} 只能是 ${options.join('、')}，实为 ${text}`,
    ({ option, options, text }) => `--${option} is one of ${options.join(', ')}; this is ${text}`,
  ),
  'option-not-grid': invalid<Text>(
    ({ text }) => `--grid 应为 6 位网格编号，实为 ${text}`,
    ({ text }) => `--grid is a grid number of 6 digits; this is ${text}`,
  ),
  'option-not-place': invalid<Text>(
    ({ text }) => `--at 应为 经度,纬度 或 经度,纬度,海拔，实为 ${text}`,
    ({ text }) => `--at is longitude,latitude or longitude,latitude,altitude; this is ${text}`,
  ),
  'option-number-range': invalid<{ option: string; least: number; most: number; text: string }>(
    ({ option, least, most, text }) => `--${option} 应为 ${least} 到 ${most} 之间的数，实为 ${text}`,
    ({ option, least, most, text }) => `--${option} is a number between ${least} and ${most}; this is ${text}`,
  ),

  'scene-format': invalid<{ name: string }>(
    ({ name }) => `不支持的三维文件：${name}（支持 3D Tiles 文件夹或 .zip、.glb、.gltf、含 L09…L19 的文件夹）`,
    ({ name }) =>
      `This 3D file is not supported: ${name} (a folder or .zip of 3D Tiles, .glb, .gltf and a folder with L09…L19 are supported)`,
  ),
  'scene-without-kind': invalid(
    '不是三维场景：没有 tileset.json，没有 L09…L19，也不是一个 glTF 模型',
    'This is no 3D scene: there is no tileset.json, no L09…L19, and it is not one glTF model',
  ),
  'scene-empty': invalid('里面没有文件', 'There are no files in it'),
  'scene-strange-file': invalid<{ name: string }>(
    ({ name }) => `三维场景里不应有这个文件：${name}`,
    ({ name }) => `This file does not belong in a 3D scene: ${name}`,
  ),
  'scene-link': invalid<{ name: string }>(
    ({ name }) => `三维场景里不应有链接：${name}`,
    ({ name }) => `A 3D scene must not contain links: ${name}`,
  ),
  'scene-file-outside': invalid<{ name: string; uri: string }>(
    ({ name, uri }) => `${name} 引用了外面的文件：${uri}`,
    ({ name, uri }) => `${name} refers to a file outside: ${uri}`,
  ),
  'scene-file-not-json': invalid<{ name: string }>(
    ({ name }) => `${name} 不是有效的 JSON`,
    ({ name }) => `${name} is not valid JSON`,
  ),
  'level-without-tileset': invalid<{ level: string }>(
    ({ level }) => `${level} 里没有 tileset.json`,
    ({ level }) => `There is no tileset.json in ${level}`,
  ),
  'tileset-version': invalid<{ name: string }>(
    ({ name }) => `${name} 不是 3D Tiles 1.0 或 1.1`,
    ({ name }) => `${name} is not 3D Tiles 1.0 or 1.1`,
  ),
  'tileset-incomplete': invalid<{ name: string }>(
    ({ name }) => `${name} 不完整：没有 geometricError 或 root`,
    ({ name }) => `${name} is not complete: it has no geometricError or no root`,
  ),
  'model-version': invalid<{ name: string; isBinary: boolean }>(
    ({ name, isBinary }) => `${name} 不是 glTF 2.0${isBinary ? '（.glb）' : ''}`,
    ({ name, isBinary }) => `${name} is not glTF 2.0${isBinary ? ' (.glb)' : ''}`,
  ),
  'model-incomplete': invalid<{ name: string }>(
    ({ name }) => `${name} 不完整：长度与文件头不符`,
    ({ name }) => `${name} is not complete: its length is not what its header says`,
  ),
  'model-part-missing': invalid<{ name: string }>(
    ({ name }) => `模型缺少文件：${name}`,
    ({ name }) => `A file of the model is missing: ${name}`,
  ),
  'model-without-place': invalid('模型要有位置：--at 经度,纬度[,海拔]', 'A model needs a place: --at longitude,latitude[,altitude]'),
} as const;
