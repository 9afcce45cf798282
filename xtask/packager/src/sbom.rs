//! The software bill of materials, in `CycloneDX`: what the program is made of, down to the checksum of each
//! package, for programs that look for known weaknesses.

use serde_json::{Map, Value, json};

use crate::cargo::NameAndVersion;
use crate::component::{Component, Components, Typeface};

/// Writes it as JSON.
pub(crate) fn write(components: &Components, time: &str) -> String {
    let typefaces = components.typefaces.iter();
    let crates = components.crates.iter();
    let mut program = component(&components.program);
    program["type"] = "application".into();
    let mut dependencies: Vec<Value> =
        std::iter::once(&components.program).chain(crates.clone()).map(needs).collect();
    if let Some(app) = components.crates.iter().find(|component| component.name == "parlor-web")
        && let Some(app) = dependencies.iter_mut().find(|value| value["ref"] == reference(app))
        && let Some(needed) = app["dependsOn"].as_array_mut()
    {
        needed.extend(typefaces.clone().map(|typeface| purl_of_npm(typeface).into()));
    }
    let bill = json!({
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "timestamp": time,
            "tools": { "components": [{
                "type": "application",
                "name": "packager",
                "version": crate::VERSION,
            }] },
            "component": program,
        },
        "components":
            crates.map(component).chain(typefaces.map(component_of_npm)).collect::<Vec<Value>>(),
        "dependencies": dependencies,
    });
    format!("{bill:#}\n")
}

fn component(component: &Component) -> Value {
    let mut members = Map::new();
    let mut set = |name: &str, value: Value| members.insert(name.to_owned(), value);
    set("type", "library".into());
    set("bom-ref", reference(component).into());
    set("name", component.name.clone().into());
    set("version", component.version.clone().into());
    if let Some(description) = &component.description {
        set("description", description.split_whitespace().collect::<Vec<_>>().join(" ").into());
    }
    if let Some(licence) = &component.licence {
        set("licenses", json!([{ "expression": licence }]));
    }
    if let Some(checksum) = &component.checksum {
        set("hashes", json!([{ "alg": "SHA-256", "content": checksum }]));
        set("purl", reference(component).into());
    }
    Value::Object(members)
}

fn component_of_npm(typeface: &Typeface) -> Value {
    json!({
        "type": "file",
        "bom-ref": purl_of_npm(typeface),
        "name": typeface.name,
        "version": typeface.version,
        "description": "A typeface, cut down to the characters that the browser app writes",
        "licenses": [{ "license": { "id": "OFL-1.1" } }],
        "purl": purl_of_npm(typeface),
    })
}

fn needs(component: &Component) -> Value {
    let needed: Vec<String> = component.needs.iter().map(purl).collect();
    json!({ "ref": reference(component), "dependsOn": needed })
}

/// What a component is called inside the bill: its package URL. Ours are in no registry, so that it is no
/// more than a name there.
fn reference(component: &Component) -> String {
    purl(&(component.name.clone(), component.version.clone()))
}

fn purl((name, version): &NameAndVersion) -> String {
    format!("pkg:cargo/{name}@{version}")
}

fn purl_of_npm(Typeface { name, version }: &Typeface) -> String {
    format!("pkg:npm/{}@{version}", name.replace('@', "%40"))
}

#[cfg(test)]
mod tests;
