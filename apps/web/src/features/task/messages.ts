import { messagesIn } from '../../shared/language.ts';

export const taskPageZh = {
  title: '任务管理',
  search: '任务内容',
  status: '状态',
  type: '任务类型',
  priority: '优先级',
  begin: '派遣时间从',
  end: '到',
  window: '派遣时间范围',
  reset: '清除条件',
  columns: {
    status: '状态',
    priority: '优先级',
    content: '任务内容',
    type: '任务类型',
    location: '位置',
    members: '护林员',
    end: '截止时间',
    created: '派遣时间',
    operator: '派遣人',
    actions: '操作',
  },
  open: '详情',
  map: '地图',
  fire: '火警',
  empty: '还没有任务',
  emptyHint: '在“预警监测”中打开火警，或在地图上点右键，即可派遣护林员。',
  noneFound: '没有符合条件的任务',
  noneFoundHint: '换一个条件，或清除条件。',
};

export type TaskPageMessages = typeof taskPageZh;

export const taskPageEn: TaskPageMessages = {
  title: 'Tasks',
  search: 'What is to be done',
  status: 'Status',
  type: 'Kind',
  priority: 'Priority',
  begin: 'Sent from',
  end: 'to',
  window: 'Time of dispatch',
  reset: 'Clear',
  columns: {
    status: 'Status',
    priority: 'Priority',
    content: 'Task',
    type: 'Kind',
    location: 'Place',
    members: 'Rangers',
    end: 'Until',
    created: 'Sent at',
    operator: 'Sent by',
    actions: 'Actions',
  },
  open: 'Open',
  map: 'Map',
  fire: 'Alarm',
  empty: 'No tasks yet',
  emptyHint: 'Open an alarm under Monitoring, or right-click on the map, to send rangers.',
  noneFound: 'No task matches',
  noneFoundHint: 'Change the filter or clear it.',
};

export const useTaskPageMessages = messagesIn<TaskPageMessages>({ zh: taskPageZh, en: taskPageEn });
