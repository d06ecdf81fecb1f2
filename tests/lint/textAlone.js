/**
 * A browser that translates a page replaces its text nodes (facebook/react#11538). React updates an element whose only child
 * is a text by `textContent`, which is safe; of several children it keeps each text node, and writes into one that is gone
 * or throws when it removes it or inserts something before it.
 */

const isBlank = (child) => child.type === 'JSXText' && child.value.trim() === '';
const isEmpty = (child) =>
  child.type === 'JSXExpressionContainer' && child.expression.type === 'JSXEmptyExpression';

const TEXT =
  'A text that may change has siblings, so that a translated page breaks: write one text, {`…`}, alone in an element such as <span>.';
const CONDITIONAL =
  'A conditional has a text beside it, so that a translated page breaks: put that text alone into an element such as <span>.';

const isOfList = ({ callee }) => callee.type === 'MemberExpression' && callee.property.name === 'map';

/** Returns whether every name that an expression or a pattern reads is accepted. */
function isEvery(node, accepts) {
  if (node === null || typeof node !== 'object') return true;
  if (Array.isArray(node)) return node.every((each) => isEvery(each, accepts));
  if (node.type === 'Identifier') return accepts(node.name);
  return Object.entries(node).every(([key, value]) => {
    const isName = (key === 'property' || key === 'key') && !node.computed;
    return key === 'parent' || isName || isEvery(value, accepts);
  });
}

const textOnly = { text: true, nothing: false };
const elementOnly = { text: false, nothing: false };

/** Returns whether an expression can be a text, and whether it can be nothing. An unknown name is taken for a text. */
function rendered(expression, elements) {
  switch (expression.type) {
    case 'Literal':
      if (typeof expression.value === 'boolean' || expression.value === null)
        return { text: false, nothing: true };
      return String(expression.value).trim() === '' ? elementOnly : textOnly;
    case 'ConditionalExpression': {
      const [one, other] = [
        rendered(expression.consequent, elements),
        rendered(expression.alternate, elements),
      ];
      return { text: one.text || other.text, nothing: true };
    }
    case 'LogicalExpression':
      return { text: rendered(expression.right, elements).text, nothing: true };
    case 'Identifier':
      return { text: !elements.has(expression.name), nothing: false };
    case 'CallExpression':
      return isOfList(expression) ? elementOnly : textOnly;
    case 'MemberExpression':
    case 'TemplateLiteral':
      return textOnly;
    default:
      return elementOnly;
  }
}

const renderedByChild = (child, elements) => {
  if (child.type === 'JSXText') return textOnly;
  return child.type === 'JSXExpressionContainer' ? rendered(child.expression, elements) : elementOnly;
};

const alone = {
  create(context) {
    /** The names of what was imported, or is a part of it: it never changes. */
    const constants = new Set();
    /** The names of elements, and of properties of the type ReactNode. */
    const elements = new Set(['children']);
    const parents = [];
    const isConstant = (node) => isEvery(node, (name) => constants.has(name));
    const addNames = (pattern) =>
      isEvery(pattern, (name) => {
        constants.add(name);
        return true;
      });

    const check = ({ children }) => {
      const shown = children.filter((child) => !isBlank(child) && !isEmpty(child));
      for (const child of shown) {
        if (shown.length === 1 || child.type !== 'JSXExpressionContainer') continue;
        const { text, nothing } = rendered(child.expression, elements);
        const isBesideText = shown.some((other) => other !== child && renderedByChild(other, elements).text);
        if (text && !isConstant(child.expression)) context.report({ node: child, message: TEXT });
        else if (nothing && isBesideText) context.report({ node: child, message: CONDITIONAL });
      }
    };
    return {
      ImportDeclaration: ({ specifiers }) => {
        for (const { local } of specifiers) constants.add(local.name);
      },
      VariableDeclarator: ({ id, init }) => {
        if (init?.type === 'JSXElement') elements.add(id.name);
        else if (init && isConstant(init)) addNames(id);
      },
      CallExpression: (call) => {
        if (isOfList(call) && isConstant(call.callee.object)) addNames(call.arguments[0]?.params ?? []);
      },
      TSPropertySignature: ({ key, typeAnnotation }) => {
        if (typeAnnotation?.typeAnnotation.typeName?.name === 'ReactNode') elements.add(key.name);
      },
      JSXElement: (element) => parents.push(element),
      JSXFragment: (fragment) => parents.push(fragment),
      'Program:exit': () => parents.forEach(check),
    };
  },
};

export default { meta: { name: 'text' }, rules: { alone } };
