// Messages of the first officer's guide.
import { messagesIn } from '../../../shared/language.ts';
import type { GuideStepId } from './guide.ts';

type Steps = Readonly<Record<GuideStepId, { readonly title: string; readonly text: string }>>;

const stepsZh: Steps = {
  list: {
    title: '未处理的火警在这里',
    text: '新的在最上面，来时有声音和提示。点一条，地图就飞到火点并打开“火警详情”。键盘：j、k 选择，Enter 打开。',
  },
  popup: {
    title: '火警详情',
    text: '来源、时间、坐标和天气都在这里；“周边”是附近的资源和人员，“任务”是派出的任务，“经过”是谁何时做了什么。',
  },
  camera: { title: '先看现场', text: '“看现场”列出看得见火点的塔，打开画面即可转动云台核实（快捷键 v）。' },
  judge: {
    title: '再判断真假',
    text: '看清后点“火情”，选真实或误报（快捷键 r、x）。5 秒内可以撤销；之后可以更正，都留有记录。',
  },
  dispatch: { title: '派护林员去', text: '“派遣”按远近列出护林员和队伍，任务马上发到他们的手机，进展在“任务”里（快捷键 d）。' },
  close: {
    title: '最后关闭火情',
    text: '判为真实的火警转入“在燃火情”，直到扑灭：打开它，点“关闭火情”并写明结果，随后可到“灾后评估”建档。',
  },
};

export const guideZh = {
  title: '新手引导',
  progress: (at: number, count: number) => `第 ${at} 步，共 ${count} 步`,
  steps: stepsZh,
  waiting: '现在没有未处理的火警。等一等：有新火警时会响铃，并出现在这里。',
  openNewest: '打开最新的火警',
  closed: '火警详情没有打开。',
  back: '上一步',
  next: '下一步',
  finish: '完成',
  skip: '跳过，不再显示（Esc）',
};
export type GuideMessages = typeof guideZh;

export const guideEn: GuideMessages = {
  title: 'First steps',
  progress: (at, count) => `Step ${at} of ${count}`,
  steps: {
    list: {
      title: 'Open alarms are here',
      text: 'The newest is on top, announced by sound and a notice. Press one: the map flies there and its details open. Keys: j and k choose, Enter opens.',
    },
    popup: {
      title: 'The alarm’s details',
      text: 'Source, times, coordinates and weather; what is around it, the tasks sent out, and who did what and when, stand in the tabs.',
    },
    camera: {
      title: 'Look first',
      text: 'Lists the towers that see the place; open a picture and steer the camera to check (key v).',
    },
    judge: {
      title: 'Then judge',
      text: 'Press Judge and choose real or false (keys r and x). It can be taken back for 5 seconds; later it is corrected. All of it is recorded.',
    },
    dispatch: {
      title: 'Send a ranger',
      text: 'Dispatch lists rangers and teams by distance. The task is on their phones at once; its progress is under Tasks (key d).',
    },
    close: {
      title: 'At last, close the fire',
      text: 'A real alarm becomes a fire in progress. When it is out, open it, press Close fire and state the outcome; its archive is made under Fire archives.',
    },
  },
  waiting: 'No alarm is open now. Wait a moment: a new one rings and appears here.',
  openNewest: 'Open the newest alarm',
  closed: 'No alarm’s details are open.',
  back: 'Back',
  next: 'Next',
  finish: 'Done',
  skip: 'Skip, do not show again (Esc)',
};

export const useGuideMessages = messagesIn({ zh: guideZh, en: guideEn });
