// A trace with the name of what somebody slides along its line moves with it; loaded by the figures that have one.

export function follow(node, gone) {
  const move = ({ detail }) => node.data.forEach(({ name }, n) => {
    if (detail[name]) globalThis.Plotly.restyle(node, { x: [[detail[name][0]]], y: [[detail[name][1]]] }, [n]);
  });
  addEventListener("lab-slide", move, gone);
}
