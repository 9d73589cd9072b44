// The templates of tables: columns and two example rows for each kind.
import type { SheetToWrite } from '@lookout/ingest';
import { cameraShape } from './cameras.ts';
import { gridShape } from './grid.ts';
import { peopleShape } from './people.ts';
import { resourceShape } from './resources.ts';

/** By the name of the kind and of the files under templates/. */
export const TEMPLATES: Readonly<Record<'people' | 'resources' | 'cameras' | 'grid', SheetToWrite>> = {
  people: {
    name: '人员',
    columns: peopleShape.columns,
    rows: [
      {
        用户名: 'zhangsan',
        姓名: '张三（示例）',
        电话: '13800000001',
        网格编号: '513221',
        机构编号: '001',
        角色: '值班员',
        密码: '',
        设备编号: '',
      },
      {
        用户名: 'lisi',
        姓名: '李四（示例）',
        电话: '13800000002',
        网格编号: '513222',
        机构编号: '001',
        角色: '护林员',
        密码: 'Huli#2026',
        设备编号: '',
      },
    ],
  },
  resources: {
    name: '资源',
    columns: [...resourceShape.columns, { name: '属性：人数' }],
    rows: [
      {
        类别: '扑火队伍',
        编号: 'TEAM-001',
        名称: '汶川县森林消防队（示例）',
        经度: 103.5906,
        纬度: 31.4769,
        海拔: 1330,
        在线: '在线',
        区县: '汶川县',
        乡镇: '威州镇',
        负责人: '王五',
        负责人电话: '13800000003',
        说明: '专业队',
        监控半径: '',
        水平角: '',
        '属性：人数': '35',
      },
      {
        类别: '水源地',
        编号: 'WATER-001',
        名称: '杂谷脑河取水点（示例）',
        经度: 103.1668,
        纬度: 31.4365,
        海拔: 1890,
        在线: '',
        区县: '理县',
        乡镇: '杂谷脑镇',
        负责人: '赵六',
        负责人电话: '13800000004',
        说明: '消防车可到',
        监控半径: '',
        水平角: '',
        '属性：人数': '',
      },
    ],
  },
  cameras: {
    name: '摄像头',
    columns: cameraShape.columns,
    rows: ['可见光', '热成像'].map((type, i) => ({
      监控点编号: 'TOWER-001',
      监控点名称: '雁门瞭望塔（示例）',
      经度: 103.6212,
      纬度: 31.4986,
      海拔: 2105,
      塔高: 25,
      区县: '汶川县',
      乡镇: '威州镇',
      负责人: '孙七',
      负责人电话: '13800000005',
      说明: '',
      监控半径: 5000,
      设备编号: 'DEV-001',
      通道: i + 1,
      摄像头名称: `雁门${type}（示例）`,
      摄像头类型: type,
      厂商: 'onvif',
      北向修正: 1.5,
    })),
  },
  grid: {
    name: '网格',
    columns: gridShape.columns,
    rows: [
      { 网格编号: '513221998', 名称: '示例镇', 上级: '513221', 经度: 103.58, 纬度: 31.47 },
      { 网格编号: '513221999', 名称: '示例乡', 上级: '513221', 经度: '', 纬度: '' },
    ],
  },
};
